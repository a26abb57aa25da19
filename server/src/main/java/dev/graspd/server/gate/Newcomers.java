package dev.graspd.server.gate;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.nostr.Reason;
import dev.graspd.core.policy.NewRepositoryRates;
import dev.graspd.core.repo.Family;
import dev.graspd.core.repo.Family.Offered;
import dev.graspd.core.repo.Standing;

/**
 * How much may begin to wait: repositories, and places for submissions, of one key or address in an
 * hour, and in all. Thread-safe.
 */
final class Newcomers {
  private final HostingLimits limits;
  private final HeldIndex held;
  private final UptimeClock clock;
  private final HourlyCounts byKey = new HourlyCounts();
  private final HourlyCounts byAddress = new HourlyCounts();

  Newcomers(HostingLimits limits, HeldIndex held, UptimeClock clock) {
    this.limits = limits;
    this.held = held;
    this.clock = clock;
  }

  /** Whether an event may begin to wait. */
  sealed interface Answer {
    /** It may, or it would not; the remark for its sender may be empty. */
    record Welcome(String remark) implements Answer {}

    record Refused(Reason why) implements Answer {}
  }

  /** Decides on an event, and counts what begins with it. */
  Answer answer(Event event, Origin origin, Family before, Family joined) {
    boolean isKnown = before.basis().containsKey(event.id());
    if (isKnown || joined.basis().get(event.id()) != Standing.WAITING) {
      return new Answer.Welcome("");
    }
    if (held.count() >= limits.maxHeldEvents()
        || held.bytes() + event.json().length > limits.maxHeldBytes()) {
      return new Answer.Refused(Reason.TOO_MANY_HELD);
    }
    boolean isNew =
        event.kind() == Kinds.ANNOUNCEMENT
            ? before.announcementOf(event.author()).isEmpty()
            : opensPlace(event, before, joined);
    return isNew ? counted(event, origin) : new Answer.Welcome("");
  }

  /** The first submission of a key for an identifier that no repository here takes. */
  private static boolean opensPlace(Event event, Family before, Family joined) {
    Offered offered = joined.pullRequests().get(event.id());
    return offered != null
        && offered.isSubmission()
        && before.owners().stream().noneMatch(offered.targets()::contains)
        && before.submissions().values().stream()
            .noneMatch(one -> one.signer().equals(event.author()))
        && before.pullRequests().values().stream()
            .noneMatch(one -> one.request().event().author().equals(event.author()));
  }

  /** The operator's own clients and other servers have no rates. */
  private synchronized Answer counted(Event event, Origin origin) {
    if (!(origin instanceof Origin.Client(_, var payer)) || payer.isOperator()) {
      return new Answer.Welcome("");
    }
    String key = event.author().hex();
    long now = clock.nanos();
    int ofKey = byKey.of(key, now);
    int ofAddress = byAddress.of(payer.text(), now);
    return switch (limits.newRepositories().decide(ofKey, ofAddress)) {
      case NewRepositoryRates.Answer.TooMany() -> new Answer.Refused(Reason.TOO_MANY_REPOSITORIES);
      case NewRepositoryRates.Answer.Welcome(var remark) -> {
        byKey.add(key, now);
        byAddress.add(payer.text(), now);
        yield new Answer.Welcome(remark);
      }
    };
  }
}
