package dev.graspd.bench.git;

import dev.graspd.bench.Figure;
import dev.graspd.bench.Goal;
import dev.graspd.bench.Numbers;
import dev.graspd.bench.Report;
import dev.graspd.bench.load.Samples;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Many clones at once, and somebody who only asks for the refs, and one who publishes, meanwhile.
 */
final class CrowdRow implements GitRow {
  private static final double P99_MILLIS_MAX = 25;
  private static final double HEAP_MEGABYTES_MAX = 512;
  private static final int WARM_UP_CLONES = 20;
  private static final int QUIET_PROBES = 300;

  private final SmallHeap servers;

  CrowdRow(SmallHeap servers) {
    this.servers = servers;
  }

  @Override
  public String name() {
    return "crowd";
  }

  @Override
  public void measure(GitStage shared, Report report) throws IOException, InterruptedException {
    try (SmallHeap.Stage own = servers.stage(shared)) {
      GitStage stage = own.stage();
      Served crowded = stage.served(stage.scale().crowded());
      Served small = stage.served(stage.scale().small());
      Operation listing = Operation.of("ls-refs", small, stage.work(), Request.listing());
      report.note("ls-refs: warm after " + listing.warmUp(stage.scale(), small));
      Operation clone = clone(crowded, stage);
      clone.byServer(WARM_UP_CLONES, crowded);
      Samples quiet = new Samples();
      Samples busy = new Samples();
      double[] seconds = new double[stage.scale().repetitions()];
      Samples quietEvents = new Samples();
      Samples busyEvents = new Samples();
      new Prober(listing, small, quiet, QUIET_PROBES).run();
      new EventProber(stage, small.hosted(), quietEvents, QUIET_PROBES).run();
      round(
          stage.scale().crowd(),
          clone,
          crowded,
          prober(listing, small, new Samples()),
          events(stage, small, new Samples()));
      for (int i = 0; i < seconds.length; i++) {
        seconds[i] =
            round(
                stage.scale().crowd(),
                clone,
                crowded,
                prober(listing, small, busy),
                events(stage, small, busyEvents));
      }
      figures(seconds, quiet, busy, crowded, stage, report);
      events(quietEvents, busyEvents, report);
      own.heapMegabytes().ifPresent(peak -> heap(peak, stage, report));
    }
  }

  private static Prober prober(Operation listing, Served small, Samples samples) {
    return new Prober(listing, small, samples, Integer.MAX_VALUE);
  }

  private static EventProber events(GitStage stage, Served small, Samples samples) {
    return new EventProber(stage, small.hosted(), samples, Integer.MAX_VALUE);
  }

  private void events(Samples quiet, Samples busy, Report report) {
    report.note(busy.count() + " times EVENT meanwhile, " + quiet.count() + " before");
    report.add(
        Figure.of(name(), "EVENT to OK meanwhile, p99", busy.p99() / 1e3, "ms")
            .over("before", quiet.p99() / 1e3, busy.p99() / quiet.p99()));
    report.add(
        Figure.of(name(), "EVENT to OK meanwhile, p50", busy.p50() / 1e3, "ms")
            .over("before", quiet.p50() / 1e3, busy.p50() / quiet.p50()));
  }

  private static Operation clone(Served crowded, GitStage stage)
      throws IOException, InterruptedException {
    return Operation.of(
        "clone",
        crowded,
        stage.work(),
        new Request.InfoRefs(2),
        Request.listing(),
        Request.allAnew(crowded.source().refs().values()));
  }

  private void figures(
      double[] seconds, Samples quiet, Samples busy, Served crowded, GitStage stage, Report report)
      throws IOException {
    String clones =
        stage.scale().crowd()
            + " clones of "
            + Numbers.show(Math.rint(Files.size(crowded.source().pack()) / 1e6))
            + " MB at once";
    report.add(Figure.of(name(), clones + ", wall", Numbers.median(seconds), "s"));
    report.note(busy.count() + " times ls-refs meanwhile, " + quiet.count() + " before");
    double p99 = busy.p99() / 1e3;
    report.add(
        Figure.of(name(), "ls-refs meanwhile, p99", p99, "ms")
            .over("before", quiet.p99() / 1e3, busy.p99() / quiet.p99())
            .aiming(Goal.atMost(p99, P99_MILLIS_MAX, " ms")));
    report.add(
        Figure.of(name(), "ls-refs meanwhile, p50", busy.p50() / 1e3, "ms")
            .over("before", quiet.p50() / 1e3, busy.p50() / quiet.p50()));
  }

  private void heap(double peak, GitStage stage, Report report) {
    report.add(
        Figure.of(name(), "most heap in use, of 512 MB", peak, "MB")
            .aiming(Goal.atMost(peak, HEAP_MEGABYTES_MAX, " MB"))
            .costing(stage.server().cost()));
  }

  /** Returns how long it took until all had their pack; each pack is checked afterwards. */
  private static double round(
      int crowd, Operation clone, Served served, Prober prober, EventProber events)
      throws IOException, InterruptedException {
    try (ExecutorService threads =
        Executors.newThreadPerTaskExecutor(Thread.ofPlatform().factory())) {
      CountDownLatch start = new CountDownLatch(1);
      List<Future<List<byte[]>>> answers = new ArrayList<>();
      for (int i = 0; i < crowd; i++) {
        answers.add(
            threads.submit(() -> {
              start.await();
              return clone.answers(served);
            }));
      }
      Future<?> probing = threads.submit(prober);
      Future<?> publishing = threads.submit(events);
      start.countDown();
      long begin = System.nanoTime();
      for (Future<List<byte[]>> answer : answers) {
        answer.get();
      }
      double seconds = (System.nanoTime() - begin) / 1e9;
      prober.stop();
      events.stop();
      probing.get();
      publishing.get();
      for (Future<List<byte[]>> answer : answers) {
        clone.check(answer.resultNow());
      }
      return seconds;
    } catch (ExecutionException e) {
      throw new IOException("one of the crowd failed: " + e.getCause(), e);
    }
  }
}
