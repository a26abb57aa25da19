package dev.graspd.server.peers.local;

import dev.graspd.core.nostr.refusal.EventReason;
import dev.graspd.core.nostr.refusal.FetchReason;
import dev.graspd.core.nostr.refusal.HeldReason;
import dev.graspd.core.nostr.refusal.MessageReason;
import dev.graspd.core.nostr.refusal.PageReason;
import dev.graspd.core.nostr.refusal.PushReason;
import dev.graspd.core.nostr.refusal.QueryReason;
import dev.graspd.core.nostr.refusal.Reason;
import dev.graspd.core.nostr.refusal.ServerReason;
import dev.graspd.core.store.UnwantedEvent.Why;
import dev.graspd.core.sync.SyncOutcome;
import dev.graspd.server.gate.Verdict;
import java.util.Optional;

/**
 * The meaning of the gate's answer to an event of another relay, for sync.
 *
 * @param unwanted why sync should not fetch it again for a while; empty if the store knows by
 *     itself, or if sync should fetch it again
 */
public record RefusalVerdict(SyncOutcome outcome, Optional<Why> unwanted) {
  static RefusalVerdict of(Verdict verdict) {
    return switch (verdict) {
      case Verdict.Accepted(), Verdict.Remembered _ -> just(SyncOutcome.STORED);
      case Verdict.Held _ -> just(SyncOutcome.HELD);
      // An announcement that ended the hosting here is not kept.
      case Verdict.Obeyed _ -> unwanted(SyncOutcome.REFUSED, Why.ELSEWHERE);
      // The store does not remember an event that is here, but an outdated version it does.
      case Verdict.Duplicate _ -> unwanted(SyncOutcome.KNOWN, Why.OUTDATED);
      case Verdict.Refused(var refusal) -> of(refusal.reason());
    };
  }

  static RefusalVerdict of(Reason reason) {
    return switch (reason) {
      case EventReason event -> of(event);
      case ServerReason _ -> just(SyncOutcome.LATER);
      // A quota can refuse a pull request whose pack was pushed before it.
      case PushReason _ -> just(SyncOutcome.LATER);
      // These do not answer events; if one comes, asking again loses nothing.
      case HeldReason _, MessageReason _, QueryReason _, FetchReason _, PageReason _ ->
          just(SyncOutcome.LATER);
    };
  }

  private static RefusalVerdict of(EventReason reason) {
    return switch (reason) {
      case WRONG_ID, WRONG_SIGNATURE -> just(SyncOutcome.FORGED);

      case ANNOUNCEMENT_ELSEWHERE -> unwanted(SyncOutcome.REFUSED, Why.ELSEWHERE);
      case NO_ANNOUNCEMENT, NOT_A_MAINTAINER -> unwanted(SyncOutcome.REFUSED, Why.NOT_YET_VALID);
      case EXPIRED,
          PROTECTED,
          PROTECTED_FROM_OTHERS,
          PROTECTED_REPOST,
          TOO_MANY_TARGETS,
          BANNED,
          POW_TOO_LOW,
          AUTH_AS_EVENT,
          ANNOUNCEMENT_WITHOUT_NAME,
          PRIVATE_REPOSITORY,
          REPOSITORY_UNWELCOME,
          STATE_WITHOUT_NAME,
          TOO_MANY_REFS,
          PULL_REQUEST_WITHOUT_COMMIT ->
          unwanted(SyncOutcome.REFUSED, Why.REFUSED);

      // Refused before the id and the signature were checked: this says nothing about the real
      // event.
      case MALFORMED_EVENT, EVENT_TOO_LARGE, TOO_MANY_TAGS, TOO_MANY_TAG_ITEMS ->
          just(SyncOutcome.REFUSED);

      // The store remembers these.
      case DELETED, VANISHED -> just(SyncOutcome.REFUSED);

      // The repository or event that they name may still come; then they are wanted.
      case PULL_REQUEST_UNRELATED, AUTHOR_UNRELATED, EVENT_UNRELATED -> just(SyncOutcome.REFUSED);

      case CREATED_IN_THE_FUTURE,
          TOO_MANY_EVENTS,
          TOO_MANY_DELETIONS,
          TOO_MANY_REPOSITORIES,
          TOO_MANY_HELD,
          TOO_MANY_HELD_OF_KEY,
          TOO_MANY_HELD_FROM_ADDRESS,
          TOO_MANY_STATES_HELD,
          IDENTIFIER_FULL ->
          just(SyncOutcome.LATER);
    };
  }

  private static RefusalVerdict just(SyncOutcome outcome) {
    return new RefusalVerdict(outcome, Optional.empty());
  }

  private static RefusalVerdict unwanted(SyncOutcome outcome, Why why) {
    return new RefusalVerdict(outcome, Optional.of(why));
  }
}
