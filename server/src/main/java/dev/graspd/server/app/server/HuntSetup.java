package dev.graspd.server.app.server;

import dev.graspd.server.base.UptimeClock;
import dev.graspd.server.diary.Diary;
import dev.graspd.server.egress.Egress;
import dev.graspd.server.family.hunt.Hunting;
import dev.graspd.server.git.ingest.pack.PackIngest;
import dev.graspd.server.hunt.HuntHost;
import dev.graspd.server.hunt.HuntInbox;
import dev.graspd.server.hunt.HuntMetrics;
import dev.graspd.server.hunt.PassRunner;
import dev.graspd.server.hunt.git.GitFetcher;
import dev.graspd.server.hunt.git.GitLimits;
import dev.graspd.server.ops.Version;
import dev.graspd.server.ops.config.Config;
import java.time.InstantSource;
import java.util.Deque;
import java.util.random.RandomGenerator;

/** Builds the parts that fetch git data from other servers. */
record HuntSetup(HuntHost host) {
  record Parts(
      Config config,
      HuntInbox inbox,
      Hunting hunting,
      PackIngest ingest,
      Egress egress,
      HuntMetrics metrics,
      Diary diary,
      InstantSource clock,
      RandomGenerator random) {}

  /** Builds the parts, without fetching yet, and adds the steps of the shutdown. */
  static HuntSetup build(Parts parts, Deque<Runnable> closers) {
    Config config = parts.config;
    GitFetcher git =
        new GitFetcher(
            parts.egress.http(),
            GitLimits.DEFAULT.withAdvertisementTime(config.advertisementTime()),
            "graspd/" + Version.current().number(),
            parts.clock);
    HuntHost host =
        new HuntHost(
            config.huntSettings(),
            new UptimeClock(0, System::nanoTime, parts.clock, config.timeScale()),
            parts.random,
            parts.inbox,
            parts.hunting,
            new PassRunner(
                git,
                parts.hunting,
                parts.ingest,
                config.ingest().pushBytes(),
                parts.metrics,
                parts.diary,
                parts.clock),
            parts.metrics);
    closers.push(host::close);
    return new HuntSetup(host);
  }

  /** Starts; from now on a shutdown first ends all fetches. */
  void start(Deque<Runnable> closers) {
    host.start();
    closers.push(host::stop);
  }
}
