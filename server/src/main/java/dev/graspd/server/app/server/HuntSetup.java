package dev.graspd.server.app.server;

import dev.graspd.core.hunt.HuntView;
import dev.graspd.core.hunt.domain.HuntTotals;
import dev.graspd.core.machine.Now;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.role.Role;
import dev.graspd.server.base.UptimeClock;
import dev.graspd.server.diary.Diary;
import dev.graspd.server.egress.Egress;
import dev.graspd.server.family.HuntListener;
import dev.graspd.server.family.hunt.Hunting;
import dev.graspd.server.git.ingest.pack.PackIngest;
import dev.graspd.server.hunt.HuntHost;
import dev.graspd.server.hunt.HuntMetrics;
import dev.graspd.server.hunt.HuntReadings;
import dev.graspd.server.hunt.PassRunner;
import dev.graspd.server.hunt.git.GitFetcher;
import dev.graspd.server.hunt.git.GitLimits;
import dev.graspd.server.ops.Version;
import dev.graspd.server.ops.config.Config;
import dev.graspd.server.role.Current;
import dev.graspd.server.role.Roles;
import dev.graspd.server.role.Tenure;
import java.time.InstantSource;
import java.util.Deque;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Builds the parts that fetch git data from other servers, each time this server gets the role.
 *
 * @param current the hunt that runs here, for pages and metrics
 */
record HuntSetup(Parts parts, Current<HuntReadings> current, DutySlot slot) {
  /**
   * The dependencies of the hunt.
   *
   * @param news where news of families go
   */
  record Parts(
      Config config,
      Current<HuntListener> news,
      Hunting hunting,
      PackIngest ingest,
      Egress egress,
      HuntMetrics metrics,
      Diary diary,
      InstantSource clock,
      RandomGenerator random) {}

  /** Returns a setup that does not fetch yet; its place in the shutdown is here. */
  static HuntSetup build(Parts parts, Roles roles, Deque<Runnable> closers) {
    return new HuntSetup(parts, new Current<>(HuntReadings.NONE), DutySlot.in(closers, roles));
  }

  /** Starts; from now on a shutdown first ends all fetches. */
  void start(Deque<Runnable> closers) {
    slot.offer(Role.HUNT, _ -> begin());
    closers.push(slot::stop);
  }

  /** Begins with all held events and all hosted families; later news are added. */
  private Tenure begin() {
    HuntHost host = host();
    parts.news.begin(host.listener());
    current.begin(host);
    host.start();
    return new Tenure() {
      @Override
      public void stop() {
        host.stop();
      }

      @Override
      public void close() {
        parts.news.end();
        current.end();
        host.close();
      }
    };
  }

  /** Returns the state of the hunt, if it runs here. */
  HuntReadings readings() {
    return new HuntReadings() {
      @Override
      public Optional<HuntView> view(Identifier family) {
        return current.get().view(family);
      }

      @Override
      public Optional<HuntTotals> totals() {
        return current.get().totals();
      }

      @Override
      public Now now() {
        return current.get().now();
      }
    };
  }

  private HuntHost host() {
    Config config = parts.config;
    GitFetcher git =
        new GitFetcher(
            parts.egress.http(),
            GitLimits.DEFAULT.withAdvertisementTime(config.outgoing().advertisementTime()),
            "graspd/" + Version.current().number(),
            parts.clock);
    return new HuntHost(
        config.outgoing().huntSettings(),
        new UptimeClock(0, System::nanoTime, parts.clock, config.timeScale()),
        parts.random,
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
  }
}
