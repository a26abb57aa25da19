package dev.graspd.bench.relay;

import dev.graspd.bench.Figure;
import dev.graspd.bench.Goal;
import dev.graspd.bench.Numbers;
import dev.graspd.bench.Report;
import dev.graspd.bench.load.LoadSocket;
import dev.graspd.bench.process.OwnServer;
import java.io.IOException;
import java.util.List;

/** Sockets that are open and silent. */
final class IdleRow implements Row {
  private static final double KILOBYTES_MAX = 20;

  private final Servers servers;

  IdleRow(Servers servers) {
    this.servers = servers;
  }

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
      // The first sockets bring code and pools into memory, which the later ones share.
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

  /** The first collection shrinks the heap, the second finds what it has left. */
  private static long resident(OwnServer server) throws IOException, InterruptedException {
    server.collectGarbage();
    server.collectGarbage();
    return server.cost().orElseThrow().residentBytes();
  }

  private static void close(List<LoadSocket> sockets) {
    sockets.forEach(LoadSocket::close);
  }
}
