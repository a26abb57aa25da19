package dev.graspd.server.app;

import dev.graspd.server.diary.Diary;
import dev.graspd.server.egress.Egress;
import dev.graspd.server.gate.Hunting;
import dev.graspd.server.gate.UptimeClock;
import dev.graspd.server.git.ingest.PackIngest;
import dev.graspd.server.hunt.HuntHost;
import dev.graspd.server.hunt.HuntMetrics;
import dev.graspd.server.hunt.Passes;
import dev.graspd.server.hunt.git.GitFetcher;
import dev.graspd.server.hunt.git.GitLimits;
import dev.graspd.server.ops.Version;
import dev.graspd.server.ops.config.Config;
import java.time.InstantSource;
import java.util.Deque;
import java.util.random.RandomGenerator;

/** Builds what fetches git data from other servers. */
record HuntSetup(HuntHost host) {
  /** What it is built from. */
  record Ground(
      Config config,
      Hunting hunting,
      PackIngest ingest,
      Egress egress,
      HuntMetrics metrics,
      Diary diary,
      InstantSource clock,
      RandomGenerator random) {}

  /** Builds it, fetches nothing yet, and tells how to take it down. */
  static HuntSetup build(Ground ground, Deque<Runnable> closers) {
    Config config = ground.config;
    GitFetcher git =
        new GitFetcher(
            ground.egress.streams(),
            GitLimits.DEFAULT.withAdvertisementTime(config.advertisementTime()),
            "graspd/" + Version.current().number(),
            ground.clock);
    HuntHost host =
        new HuntHost(
            config.huntSettings(),
            new UptimeClock(0, System::nanoTime, ground.clock, config.timeScale()),
            ground.random,
            ground.hunting,
            new Passes(
                git,
                ground.hunting,
                ground.ingest,
                config.ingest().pushBytes(),
                ground.metrics,
                ground.diary,
                ground.clock),
            ground.metrics);
    closers.push(host::close);
    return new HuntSetup(host);
  }

  /** Begins; from now on the end of the server begins with the end of all fetches. */
  void start(LateHunt news, Deque<Runnable> closers) {
    news.bind(host);
    host.start();
    closers.push(host::stop);
  }
}
