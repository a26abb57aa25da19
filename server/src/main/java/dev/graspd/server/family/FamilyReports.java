package dev.graspd.server.family;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.repo.Identifier;
import dev.graspd.server.base.UptimeClock;
import dev.graspd.server.family.FamilyEffect.Release;
import dev.graspd.server.family.FamilyEffect.Withdraw;
import dev.graspd.server.family.FamilyWriter.Written;
import dev.graspd.server.family.held.HeldIndex;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * Reports what this process has written: diary, metrics, and packs that nothing needs now. Called
 * in the family's lane before memory learns of the change.
 *
 * @param withdrawn is told of families that lose a submission
 */
public record FamilyReports(
    HeldIndex held,
    UptimeClock clock,
    FamilyDiary diary,
    Consumer<Identifier> withdrawn,
    HostingMetrics metrics)
    implements Consumer<Written> {
  @Override
  public void accept(Written written) {
    FamilyChange change = written.change();
    change.only(Release.class).map(Release::id).forEach(this::released);
    diary.changed(change, written.begun());
    if (change.only(Withdraw.class).findAny().isPresent()) {
      withdrawn.accept(change.basis().identifier());
    }
  }

  private void released(EventId id) {
    held.find(id)
        .filter(entry -> !entry.until().lapsed())
        .ifPresent(entry -> {
          long begun = entry.until().deadlineNanos() - entry.ticket().life().toNanos();
          metrics.released(Duration.ofNanos(clock.nanos() - begun), entry.row().from().peer());
        });
  }
}
