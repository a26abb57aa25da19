package dev.graspd.bench.relay;

import dev.graspd.bench.load.FrameBlock;
import dev.graspd.bench.load.Requests;
import dev.graspd.bench.load.World;
import dev.graspd.bench.process.OwnServer;
import dev.graspd.bench.process.ProcessCost;
import dev.graspd.bench.report.Figure;
import dev.graspd.bench.report.Goal;
import dev.graspd.bench.report.Numbers;
import dev.graspd.bench.report.Report;
import dev.graspd.core.negentropy.FrameLimit;
import dev.graspd.core.negentropy.Initiator;
import dev.graspd.core.negentropy.Item;
import dev.graspd.core.negentropy.SummarySet;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** The first answer of a reconciliation of equal sets, for everything and for one repository. */
record NegentropyRow(Servers servers) implements Row {
  private static final double MILLIS_MAX = 2;
  private static final double PER_SECOND = 200;
  private static final int ROUNDS_MAX = 200;
  private static final int WARMING = 4 * World.REPOSITORIES;
  private static final double WARMING_PER_SECOND = 500;

  @Override
  public String name() {
    return "negentropy";
  }

  @Override
  public boolean needsOwnServer() {
    return true;
  }

  @Override
  public void measure(Stage stage, Report report) throws IOException, InterruptedException {
    OwnServer server = servers.onHistory();
    List<Item> items = servers.history().items();
    FrameBlock everything = everything(items);
    FrameBlock repositories = repositories(stage.world(), items, "");
    double first = p99(stage, server, everything, 1);
    report.add(Figure.of(name(), "{}, the very first NEG-OPEN after the start", first, "ms"));
    warm(stage, server, everything);
    measure(stage, report, server, "{} over " + Numbers.show(items.size()), everything);
    // Other filters, so that the measured sets are not built yet.
    warm(stage, server, repositories(stage.world(), items, ",\"kinds\":[1621]"));
    measure(stage, report, server, "one repository, each for the first time", repositories);
    measure(stage, report, server, "one repository, again", repositories);
  }

  /** Lets the server's compilers and its collector finish before the measurement. */
  private static void warm(Stage stage, OwnServer server, FrameBlock opens)
      throws InterruptedException {
    Requests.Result result =
        Requests.openLoop(stage.client(), server.uri(), opens, WARMING, WARMING_PER_SECOND);
    if (result.latencies().count() != WARMING) {
      throw new IllegalStateException("not everything was answered");
    }
  }

  private void measure(Stage stage, Report report, OwnServer server, String what, FrameBlock opens)
      throws InterruptedException {
    ProcessCost before = server.cost().orElseThrow();
    Requests.Result result =
        Requests.openLoop(stage.client(), server.uri(), opens, World.REPOSITORIES, PER_SECOND);
    ProcessCost spent = server.cost().orElseThrow().since(before);
    double p99 = result.latencies().p99() / 1e3;
    report.add(
        Figure.of(name(), "first NEG-MSG, p99: " + what, p99, "ms")
            .aiming(Goal.atMost(p99, MILLIS_MAX, " ms"))
            .costing(Optional.of(spent)));
    report.add(
        Figure.of(name(), "first NEG-MSG, p50: " + what, result.latencies().p50() / 1e3, "ms"));
  }

  private static double p99(Stage stage, OwnServer server, FrameBlock opens, int count)
      throws InterruptedException {
    return Requests.oneByOne(stage.client(), server.uri(), opens, count).latencies().p99() / 1e3;
  }

  private static FrameBlock everything(List<Item> items) {
    String message = open(items);
    return FrameBlock.of(
        IntStream.range(0, Requests.IDS)
            .mapToObj(id -> "[\"NEG-OPEN\",\"" + id + "\",{},\"" + message + "\"]")
            .toArray(String[]::new));
  }

  private FrameBlock repositories(World world, List<Item> items, String narrower) {
    TreeMap<Integer, List<Item>> byRepository = new TreeMap<>();
    for (int n = 0; n < items.size(); n++) {
      byRepository
          .computeIfAbsent(world.repositoryOf(World.Era.HISTORY, n), _ -> new ArrayList<>())
          .add(items.get(n));
    }
    return FrameBlock.of(
        IntStream.range(0, World.REPOSITORIES)
            .mapToObj(r ->
                "[\"NEG-OPEN\",\"%d\",{\"#a\":[\"%s\"]%s},\"%s\"]"
                    .formatted(
                        r % Requests.IDS,
                        world.address(r),
                        narrower,
                        open(byRepository.getOrDefault(r, List.of()))))
            .toArray(String[]::new));
  }

  private static String open(List<Item> items) {
    return new Initiator(SummarySet.of(items).snapshot(), FrameLimit.DEFAULT, ROUNDS_MAX)
        .open()
        .hex();
  }
}
