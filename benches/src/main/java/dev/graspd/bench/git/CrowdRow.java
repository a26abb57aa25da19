package dev.graspd.bench.git;

import dev.graspd.bench.git.load.Prober;
import dev.graspd.bench.git.load.Probers;
import dev.graspd.bench.git.load.Request;
import dev.graspd.bench.git.load.Served;
import dev.graspd.bench.load.Samples;
import dev.graspd.bench.report.Figure;
import dev.graspd.bench.report.Goal;
import dev.graspd.bench.report.Numbers;
import dev.graspd.bench.report.Report;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Collection;

/** Many clones at a time; meanwhile one client lists refs and one publishes. */
record CrowdRow(SmallHeap servers) implements GitRow {
  private static final double P99_MILLIS_MAX = 25;
  private static final double HEAP_MEGABYTES_MAX = 512;
  private static final int WARM_UP_CLONES = 20;
  private static final int QUIET_PROBES_MAX = 1_000;

  /** A round lasts a second; one round has too few samples for a p99. */
  private static final int ROUNDS_FOR_ONE = 4;

  @Override
  public String name() {
    return "crowd";
  }

  @Override
  public void measure(GitStage shared, Report report) throws IOException, InterruptedException {
    try (SmallHeap.Stage own = servers.stage(shared)) {
      GitStage stage = own.stage();
      Served small = stage.served(stage.scale().small());
      Operation listing = Operation.of("ls-refs", small, stage.work(), Request.listing());
      report.note("ls-refs: warm after " + listing.warmUp(stage.scale(), small));
      Meanwhile before = new Meanwhile(listing, small, stage);
      before.probe(Math.min(QUIET_PROBES_MAX, stage.scale().requests()));
      report.note(before.counts("before"));
      Served crowded = stage.served(stage.scale().crowded());
      Collection<String> wants = crowded.source().refs().values();
      crowd(
          "",
          Request.allAnew(wants),
          crowded,
          new Meanwhile(listing, small, stage),
          before,
          report);
      crowd(
          ", answer kept",
          Request.all(wants),
          crowded,
          new Meanwhile(listing, small, stage),
          before,
          report);
      own.heapMegabytes().ifPresent(peak -> heap(peak, stage, report));
    }
  }

  /** The waits of the client that lists refs and of the one that publishes. */
  private record Meanwhile(
      Operation listing, Served small, GitStage stage, Samples refs, Samples events) {
    Meanwhile(Operation listing, Served small, GitStage stage) {
      this(listing, small, stage, new Samples(), new Samples());
    }

    void probe(int times) throws IOException, InterruptedException {
      probingRefs().run(times, refs);
      probingEvents().run(times, events);
    }

    Prober.Running startListing() throws IOException {
      return probingRefs().start(refs);
    }

    Prober.Running startPublishing() throws IOException {
      return probingEvents().start(events);
    }

    private Prober probingRefs() {
      return Probers.listing(connection -> listing.once(connection, small), small);
    }

    private Prober probingEvents() {
      return Probers.publishing(small.hosted(), stage::nextEventSeconds);
    }

    String counts(String when) {
      return "%d times ls-refs %s, %d times EVENT".formatted(refs.count(), when, events.count());
    }
  }

  private void crowd(
      String how,
      Request.Command all,
      Served served,
      Meanwhile meanwhile,
      Meanwhile before,
      Report report)
      throws IOException, InterruptedException {
    GitStage stage = meanwhile.stage();
    Operation clone = Operation.of("clone", served, stage.work(), all);
    clone.byServer(WARM_UP_CLONES, served);
    Crowd crowd = new Crowd(stage.scale().crowd(), all, clone.steps().getFirst().check(), served);
    crowd.round();
    crowd.check();
    double[] seconds = new double[ROUNDS_FOR_ONE * stage.scale().repetitions()];
    for (int i = 0; i < seconds.length; i++) {
      try (Prober.Running listing = meanwhile.startListing();
          Prober.Running publishing = meanwhile.startPublishing()) {
        seconds[i] = crowd.round();
        listing.stop();
        publishing.stop();
      }
      crowd.check();
    }
    String what =
        "%d clones of %s MB at once%s"
            .formatted(
                stage.scale().crowd(),
                Numbers.show(Math.rint(Files.size(served.source().pack()) / 1e6)),
                how);
    report.add(Figure.of(name(), what + ", wall", Numbers.median(seconds), "s"));
    report.note(meanwhile.counts("meanwhile" + how));
    figures(how, meanwhile, before, report);
  }

  private void figures(String how, Meanwhile meanwhile, Meanwhile before, Report report) {
    double p99 = meanwhile.refs().p99() / 1e3;
    report.add(
        over(before.refs().p99() / 1e3, "ls-refs meanwhile" + how + ", p99", p99)
            .aiming(Goal.atMost(p99, P99_MILLIS_MAX, " ms")));
    report.add(
        over(
            before.refs().p50() / 1e3,
            "ls-refs meanwhile" + how + ", p50",
            meanwhile.refs().p50() / 1e3));
    report.add(
        over(
            before.events().p99() / 1e3,
            "EVENT to OK meanwhile" + how + ", p99",
            meanwhile.events().p99() / 1e3));
    report.add(
        over(
            before.events().p50() / 1e3,
            "EVENT to OK meanwhile" + how + ", p50",
            meanwhile.events().p50() / 1e3));
  }

  private Figure over(double before, String what, double millis) {
    return Figure.of(name(), what, millis, "ms").over("before", before, millis / before);
  }

  private void heap(double peak, GitStage stage, Report report) {
    report.add(
        Figure.of(name(), "most heap in use, of 512 MB", peak, "MB")
            .aiming(Goal.atMost(peak, HEAP_MEGABYTES_MAX, " MB"))
            .costing(stage.server().cost()));
  }
}
