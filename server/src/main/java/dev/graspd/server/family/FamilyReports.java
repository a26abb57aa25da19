package dev.graspd.server.family;

import dev.graspd.core.repo.Identifier;
import dev.graspd.core.store.Waiting;
import dev.graspd.server.base.UptimeClock;
import dev.graspd.server.family.FamilyEffect.Withdraw;
import dev.graspd.server.family.FamilyWriter.Written;
import dev.graspd.server.family.held.HeldIndex;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * Reports what this process has written: diary, metrics, and packs that nothing needs now. Called
 * in the family's lane.
 *
 * @param withdrawn learns of families that lose a submission
 */
public record FamilyReports(
    UptimeClock clock, FamilyDiary diary, Consumer<Identifier> withdrawn, HostingMetrics metrics)
    implements Consumer<Written> {
  @Override
  public void accept(Written written) {
    FamilyChange change = written.change();
    written.released().stream().filter(row -> !row.until().lapsed()).forEach(this::released);
    diary.changed(change, written.begun());
    if (change.only(Withdraw.class).findAny().isPresent()) {
      withdrawn.accept(change.basis().identifier());
    }
  }

  private void released(Waiting row) {
    long begun = row.until().deadlineNanos() - HeldIndex.ticketOf(row).life().toNanos();
    metrics.released(Duration.ofNanos(clock.nanos() - begun), row.from().peer());
  }
}
