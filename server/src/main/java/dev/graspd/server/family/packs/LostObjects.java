package dev.graspd.server.family.packs;

import dev.graspd.core.repo.Identifier;
import dev.graspd.core.store.LostGitData;
import dev.graspd.core.store.RepositoryStore;
import dev.graspd.core.store.RepositoryStore.Rows;
import dev.graspd.server.base.FamilyWalk;
import dev.graspd.server.base.UptimeClock;
import dev.graspd.server.family.HuntNotifier;
import dev.graspd.server.family.objects.StorageAccounts;
import dev.graspd.server.family.view.FamilyLog;
import java.util.List;
import java.util.Optional;

/**
 * Tells the hunt and the quotas which families have lost git data, as the rows and the log say,
 * whichever server has found it. Thread-safe.
 */
public record LostObjects(
    RepositoryStore repositories,
    UptimeClock clock,
    StorageAccounts accounts,
    HuntNotifier notifier)
    implements FamilyLog.Listener {

  /** Tells what is lost at the start; the log tells the rest. */
  public void tellAll() {
    FamilyWalk.families(repositories, Rows.LOST).forEach(this::tell);
  }

  @Override
  public void changed(Identifier family, long version) {
    tell(family);
  }

  private void tell(Identifier family) {
    Optional<LostGitData> lost = repositories.lost(family);
    accounts.discountOnly(
        family,
        lost.map(one ->
                repositories.packs(family).stream()
                    .filter(pack -> one.packs().contains(pack.name()))
                    .toList())
            .orElse(List.of()));
    if (lost.isEmpty()) {
      notifier.lossOver(family);
    } else if (isHunted(lost.get())) {
      notifier.lost(family);
    }
  }

  /** Returns whether it is hunted now, without waiting for a clone URL that shows it. */
  boolean isHunted(LostGitData lost) {
    return clock.nanos() < lost.huntedUntilNanos();
  }
}
