package dev.graspd.server.gate;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.nostr.Reason;
import dev.graspd.core.repo.Family;
import dev.graspd.core.repo.Family.Offered;
import dev.graspd.core.repo.Standing;
import java.util.Optional;

/**
 * How much may begin to wait: repositories, and places for submissions, of one key or address in an
 * hour, and in all.
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

  /** Returns why an event cannot begin to wait, if it would. */
  Optional<Reason> refusal(Event event, Origin origin, Family before, Family joined) {
    boolean isKnown = before.basis().containsKey(event.id());
    if (isKnown || joined.basis().get(event.id()) != Standing.WAITING) {
      return Optional.empty();
    }
    if (held.count() >= limits.maxHeldEvents()
        || held.bytes() + event.json().length > limits.maxHeldBytes()) {
      return Optional.of(Reason.TOO_MANY_HELD);
    }
    boolean isNew =
        event.kind() == Kinds.ANNOUNCEMENT
            ? before.announcementOf(event.author()).isEmpty()
            : opensPlace(event, before, joined);
    return isNew && !isWithinRates(event, origin)
        ? Optional.of(Reason.TOO_MANY_REPOSITORIES)
        : Optional.empty();
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
  private boolean isWithinRates(Event event, Origin origin) {
    if (!(origin instanceof Origin.Client(_, var address)) || address.isEmpty()) {
      return true;
    }
    long now = clock.nanos();
    // What the address has no room for does not count for the key.
    return byAddress.hasRoom(address.get(), limits.maxNewPerHourPerAddress(), now)
        && byKey.take(event.author().hex(), limits.maxNewPerHour(), now)
        && byAddress.take(address.get(), limits.maxNewPerHourPerAddress(), now);
  }
}
