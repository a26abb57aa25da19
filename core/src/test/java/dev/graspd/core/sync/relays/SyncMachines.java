package dev.graspd.core.sync.relays;

import dev.graspd.core.machine.Now;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.sync.RelayUrl;
import dev.graspd.core.sync.filter.SyncLevel;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;

/** Machines with settings that leave nothing to chance. */
public final class SyncMachines {
  private SyncMachines() {}

  /** Returns the news of a repository that is alone in its family. */
  public static SyncInput announced(RepoAddress repository, SyncLevel level, RelayUrl... relays) {
    return new SyncInput.Family(
        repository.identifier(),
        new TreeMap<>(Map.of(repository, new Wanted(level, List.of(relays)))));
  }

  /** Returns the news that it is gone. */
  public static SyncInput gone(RepoAddress repository) {
    return new SyncInput.Family(repository.identifier(), Collections.emptySortedMap());
  }

  /** Returns one that has one relay to begin with, and waits a little before it plans. */
  public static ReadingMachine withBootstrap(RelayUrl relay, Now now) {
    return new ReadingMachine(
        new SyncSettings(
            new TreeSet<>(List.of(relay)),
            Duration.ofSeconds(5),
            Duration.ZERO,
            Duration.ofSeconds(2),
            500,
            Duration.ofHours(12),
            HealthSettings.DEFAULT),
        new SplittableRandom(1),
        now);
  }
}
