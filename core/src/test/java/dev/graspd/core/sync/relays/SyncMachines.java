package dev.graspd.core.sync.relays;

import dev.graspd.core.machine.Now;
import dev.graspd.core.sync.RelayUrl;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;

/** Machines with settings that leave nothing to chance. */
public final class SyncMachines {
  private SyncMachines() {}

  /** Returns one that has one relay to begin with, and waits a little before it plans. */
  public static SyncMachine withBootstrap(RelayUrl relay, Now now) {
    return new SyncMachine(
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
