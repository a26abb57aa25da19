package dev.graspd.bench.sync;

import dev.graspd.bench.report.Comparison;
import dev.graspd.bench.report.Figure;
import dev.graspd.bench.report.Goal;
import dev.graspd.bench.report.Numbers;
import dev.graspd.bench.report.Report;
import dev.graspd.core.sync.relays.SyncInput;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** The cost of decisions, in this process: CPU time of one event, and memory. */
final class CostRow implements SyncRow {
  private static final double RATIO_MAX = 2;
  private static final int COLLECTIONS = 3;

  @Override
  public String name() {
    return "cost";
  }

  @Override
  public void measure(SyncStage stage, Report report) throws IOException, InterruptedException {
    SyncScale.Cost scale = stage.scale().cost();
    for (boolean links : new boolean[] {false, true}) {
      int samples = links ? scale.linkSamples() : scale.samples();
      String what = links ? "new root, with connections" : "new root, sync machine alone";
      Comparison repositories =
          roots(
              new MachineWorld(links, scale.few(), scale.relays(), 0),
              new MachineWorld(links, scale.many(), scale.relays(), 0),
              samples,
              stage);
      report.add(
          repositories
              .figure(
                  name(),
                  what + ", " + Numbers.show(scale.many()) + " repositories",
                  "µs",
                  "with " + Numbers.show(scale.few()))
              .aiming(Goal.atMost(repositories.ratio(), RATIO_MAX, " ×")));
      Comparison roots =
          roots(
              new MachineWorld(links, scale.few(), scale.relays(), scale.fewRoots()),
              new MachineWorld(links, scale.few(), scale.relays(), scale.manyRoots()),
              samples,
              stage);
      report.add(
          roots.figure(
              name(),
              what + ", " + Numbers.show(scale.manyRoots()) + " roots",
              "µs",
              "with " + Numbers.show(scale.fewRoots())));
    }
    comments(scale, stage.scale().repetitions(), report);
    memory(scale, report);
  }

  private static Comparison roots(MachineWorld few, MachineWorld many, int samples, SyncStage stage)
      throws IOException, InterruptedException {
    for (int i = 0; i < stage.scale().cost().warmUps(); i++) {
      double _ = rootMicros(few, samples);
      double _ = rootMicros(many, samples);
    }
    return Comparison.interleaved(
        stage.scale().repetitions(),
        () -> rootMicros(few, samples),
        () -> rootMicros(many, samples));
  }

  private static double rootMicros(MachineWorld world, int count) {
    List<SyncInput.RootSeen> roots = Stream.generate(world::root).limit(count).toList();
    long before = world.confirmed();
    double micros = micros(() -> world.takeRoots(roots), count);
    if (world.confirmed() - before != 2L * count) {
      throw new IllegalStateException("not every root is followed on two relays");
    }
    return micros;
  }

  private void comments(SyncScale.Cost scale, int repetitions, Report report)
      throws IOException, InterruptedException {
    MachineWorld few = new MachineWorld(true, scale.few(), scale.relays(), 0);
    MachineWorld many = new MachineWorld(true, scale.many(), scale.relays(), 0);
    for (int i = 0; i < scale.warmUps(); i++) {
      double _ = commentMicros(few, scale.samples());
      double _ = commentMicros(many, scale.samples());
    }
    Comparison comments =
        Comparison.interleaved(
            repetitions,
            () -> commentMicros(few, scale.samples()),
            () -> commentMicros(many, scale.samples()));
    report.add(
        comments
            .figure(
                name(),
                "new comment, its connection, " + Numbers.show(scale.many()) + " repositories",
                "µs",
                "with " + Numbers.show(scale.few()))
            .aiming(Goal.atMost(comments.ratio(), RATIO_MAX, " ×")));
  }

  private static double commentMicros(MachineWorld world, int count) {
    List<Runnable> comments = Stream.generate(world::comment).limit(count).toList();
    return micros(() -> comments.forEach(Runnable::run), count);
  }

  /** Returns the CPU time of this thread for one of so many. */
  private static double micros(Runnable work, int count) {
    var threads = ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadCpuTime();
    work.run();
    return (threads.getCurrentThreadCpuTime() - before) / 1e3 / count;
  }

  private void memory(SyncScale.Cost scale, Report report) {
    double few = bytes(() -> new MachineWorld(true, scale.few(), scale.relays(), 0));
    double many = bytes(() -> new MachineWorld(true, scale.many(), scale.relays(), 0));
    report.add(
        Figure.of(
            name(),
            "memory for each repository on two relays",
            (many - few) / (scale.many() - scale.few()),
            "B"));
    double fewAway = bytes(() -> MachineWorld.away(scale.few(), scale.relays()));
    double manyAway = bytes(() -> MachineWorld.away(scale.many(), scale.relays()));
    report.add(
        Figure.of(
                name(),
                "memory for each repository on two relays that are away",
                (manyAway - fewAway) / (scale.many() - scale.few()),
                "B")
            .over(
                "on two that are connected",
                (many - few) / (scale.many() - scale.few()),
                (manyAway - fewAway) / (many - few)));
    double roots =
        bytes(() -> new MachineWorld(true, scale.few(), scale.relays(), scale.manyRoots()));
    report.add(
        Figure.of(
            name(), "memory for each root on two relays", (roots - few) / scale.manyRoots(), "B"));
    double relays = bytes(() -> new MachineWorld(true, scale.manyRelays(), scale.manyRelays(), 0));
    double repositories =
        bytes(() -> new MachineWorld(true, scale.manyRelays(), scale.relays(), 0));
    report.add(
        Figure.of(
            name(),
            "memory for each relay",
            (relays - repositories) / (scale.manyRelays() - scale.relays()),
            "B"));
  }

  /** Returns the memory of an object. */
  private static double bytes(Supplier<MachineWorld> made) {
    long before = used();
    MachineWorld world = made.get();
    long after = used();
    // It must live until here.
    if (world.families() == 0) {
      throw new IllegalStateException("nothing is followed");
    }
    return after - before;
  }

  private static long used() {
    var memory = ManagementFactory.getMemoryMXBean();
    for (int i = 0; i < COLLECTIONS; i++) {
      memory.gc();
    }
    return memory.getHeapMemoryUsage().getUsed();
  }
}
