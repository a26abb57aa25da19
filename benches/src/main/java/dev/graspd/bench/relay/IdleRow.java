package dev.graspd.bench.relay;

import dev.graspd.bench.load.LoadSocket;
import dev.graspd.bench.process.OwnServer;
import dev.graspd.bench.report.Figure;
import dev.graspd.bench.report.Goal;
import dev.graspd.bench.report.Numbers;
import dev.graspd.bench.report.Report;
import java.io.IOException;
import java.util.List;

/** Sockets that are open and silent. */
record IdleRow(Servers servers) implements Row {
  private static final double KILOBYTES_MAX = 20;

  @Override
  public String name() {
    return "idle";
  }

  @Override
  public boolean needsOwnServer() {
    return true;
  }

  @Override
  public void measure(Stage stage, Report report) throws IOException, InterruptedException {
    int count = stage.scale().idleSockets();
    try (OwnServer server = servers.fresh("idle")) {
      // The first sockets load code and pools, which the later ones share.
      close(stage.client().openAll(server.uri(), count / 10, _ -> (_, _) -> {}));
      long before = resident(server);
      List<LoadSocket> open = stage.client().openAll(server.uri(), count, _ -> (_, _) -> {});
      double each = (resident(server) - before) / 1e3 / count;
      report.add(
          Figure.of(name(), Numbers.show(count) + " idle sockets, memory of each", each, "kB")
              .aiming(Goal.atMost(each, KILOBYTES_MAX, " kB"))
              .costing(server.cost()));
      close(open);
    }
  }

  /** The first collection shrinks the heap, the second collects the rest. */
  private static long resident(OwnServer server) throws IOException, InterruptedException {
    server.collectGarbage();
    server.collectGarbage();
    return server.cost().orElseThrow().residentBytes();
  }

  private static void close(List<LoadSocket> sockets) {
    sockets.forEach(LoadSocket::close);
  }
}
