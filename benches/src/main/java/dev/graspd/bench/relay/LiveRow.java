package dev.graspd.bench.relay;

import dev.graspd.bench.floor.DiskFloor;
import dev.graspd.bench.load.FrameBlock;
import dev.graspd.bench.load.LiveLatency;
import dev.graspd.bench.load.Requests;
import dev.graspd.bench.load.Samples;
import dev.graspd.bench.process.ProcessCost;
import dev.graspd.bench.report.Comparison;
import dev.graspd.bench.report.Goal;
import dev.graspd.bench.report.Report;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** From the receipt of an event to its one subscriber, among thousands of other subscriptions. */
record LiveRow(Path work) implements Row {
  private static final double EVENTS_PER_SECOND = 200;
  private static final int SUBSCRIPTIONS_PER_SOCKET = 20;
  private static final int SYNCS = 300;

  @Override
  public String name() {
    return "live";
  }

  @Override
  public boolean needsOwnServer() {
    return false;
  }

  @Override
  public void measure(Stage stage, Report report) throws IOException, InterruptedException {
    URI relay = stage.relay().uri();
    Scale scale = stage.scale();
    Audience audience = new Audience(stage.world());
    DiskFloor disk = new DiskFloor(work);
    FrameBlock wanted = FrameBlock.of("[\"REQ\",\"0\"," + audience.filter() + "]");
    double[] floors = new double[scale.repetitions()];
    double[] medians = new double[scale.repetitions()];
    double[] tails = new double[scale.repetitions()];
    Optional<ProcessCost> cost = Optional.empty();
    int reserve = scale.liveReserve() / scale.repetitions();
    try (LiveLatency live = new LiveLatency(stage.client(), relay, strangers(scale), wanted)) {
      for (int i = 0; i < scale.repetitions(); i++) {
        floors[i] = disk.syncs(SYNCS).p50() + roundTrip(stage).p50();
        int first = stage.take(reserve);
        FrameBlock events =
            audience.events(stage.corpus(), first, first + reserve, scale.deliveries());
        long[] ids = audience.ids(stage.corpus(), first, first + reserve, scale.deliveries());
        Optional<ProcessCost> before = stage.cost();
        Samples samples = live.measure(events, ids, EVENTS_PER_SECOND);
        cost = stage.costSince(before);
        medians[i] = samples.p50();
        tails[i] = samples.p99();
      }
    }
    Comparison median = Comparison.of(floors, medians);
    report.add(
        median
            .figure("live", "receipt → subscriber, p50", "µs", "fsync + round trip")
            .aiming(Goal.atMost(median.ratio(), 3, " ×"))
            .costing(cost)
            .writing(scale.deliveries()));
    report.add(
        Comparison.of(floors, tails)
            .figure("live", "receipt → subscriber, p99", "µs", "fsync + round trip, p50"));
  }

  private static Samples roundTrip(Stage stage) throws InterruptedException {
    return Requests.openLoop(
            stage.client(), stage.floor(), SmallRequestRow.echoes(), SYNCS, EVENTS_PER_SECOND)
        .latencies();
  }

  /** Subscriptions of the usual shapes that match nothing. */
  private static List<FrameBlock> strangers(Scale scale) {
    List<FrameBlock> blocks = new ArrayList<>();
    FrameBlock.Builder block = new FrameBlock.Builder();
    int inBlock = 0;
    for (int n = 1; n < scale.subscriptions(); n++) {
      String message = "[\"REQ\",\"" + n + "\"," + strangeFilter(n) + "]";
      block.add("", message.getBytes(StandardCharsets.US_ASCII), "");
      if (++inBlock == SUBSCRIPTIONS_PER_SOCKET || n == scale.subscriptions() - 1) {
        blocks.add(block.build());
        block = new FrameBlock.Builder();
        inBlock = 0;
      }
    }
    return blocks;
  }

  private static String strangeFilter(int n) {
    String nobody = String.format("%064x", n);
    return switch (n % 5) {
      case 0 -> "{\"#a\":[\"30617:" + nobody + ":nothing\"]}";
      case 1 -> "{\"authors\":[\"" + nobody + "\"],\"kinds\":[1621,1617]}";
      case 2 -> "{\"#e\":[\"" + nobody + "\"],\"kinds\":[1111]}";
      case 3 -> "{\"#p\":[\"" + nobody + "\"]}";
      default -> "{\"ids\":[\"" + nobody + "\"]}";
    };
  }
}
