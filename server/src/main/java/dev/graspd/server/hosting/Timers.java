package dev.graspd.server.hosting;

import dev.graspd.core.store.RepositoryStore;
import dev.graspd.server.base.UptimeClock;
import dev.graspd.server.family.ended.EndedHost;
import dev.graspd.server.family.purgatory.Expiry;
import dev.graspd.server.family.purgatory.PurgatoryHost;
import dev.graspd.server.role.Duty;
import dev.graspd.server.role.Mandate;
import dev.graspd.server.role.Tenure;

/** Ends what has had its time: held events and ended repositories. Saves the clock of waits. */
record Timers(
    HostingState state,
    RepositoryStore repositories,
    UptimeClock clock,
    Expiry expiry,
    EndedParts ended)
    implements Duty {
  /** Continues the clock and all waits of the holder before, each with the rest of its time. */
  @Override
  public Tenure begin(Mandate mandate) {
    clock.continueFrom(repositories.uptimeNanos());
    PurgatoryHost purgatory =
        new PurgatoryHost(clock, state.purgatory().open(), expiry.under(mandate));
    EndedHost endings = new EndedHost(ended.keeper(), ended.cleanupEvery(), mandate);
    // Waits that others wrote a moment ago are passed on too; one that is reported twice counts
    // once.
    state.log().settle();
    state.memory().tellAll();
    purgatory.start();
    endings.start();
    return () -> {
      endings.close();
      state.purgatory().close();
      purgatory.close();
    };
  }
}
