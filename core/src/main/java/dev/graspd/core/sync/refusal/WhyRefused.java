package dev.graspd.core.sync.refusal;

import dev.graspd.core.nostr.refusal.EventReason;
import dev.graspd.core.nostr.refusal.FetchReason;
import dev.graspd.core.nostr.refusal.HeldReason;
import dev.graspd.core.nostr.refusal.MessageReason;
import dev.graspd.core.nostr.refusal.PageReason;
import dev.graspd.core.nostr.refusal.PushReason;
import dev.graspd.core.nostr.refusal.QueryReason;
import dev.graspd.core.nostr.refusal.Reason;
import dev.graspd.core.nostr.refusal.ServerReason;
import java.util.Optional;

/** Why an event of a relay was refused, as far as the memory of refusals needs it. */
public enum WhyRefused {
  /** An announcement that does not list this service. */
  NOT_LISTED_HERE("does not list this service"),
  /** Its author is not a maintainer yet. */
  NOT_YET_VALID("maintainer not yet valid"),
  /** It refers only to unknown events and repositories. */
  ORPHAN("nothing it refers to is known"),
  OTHER("other");

  private final String text;

  WhyRefused(String text) {
    this.text = text;
  }

  public String text() {
    return text;
  }

  /**
   * Returns what is remembered of a refusal. Empty if it is temporary, if the store remembers it,
   * or if it was made before the id and the signature were checked: then it says nothing about the
   * event that really has this id.
   */
  public static Optional<WhyRefused> of(Reason reason) {
    return switch (reason) {
      case EventReason event -> of(event);
      // What waits was accepted.
      case ServerReason _, HeldReason _ -> Optional.empty();
      case MessageReason _, QueryReason _, PushReason _, FetchReason _, PageReason _ ->
          reason.isTemporary() ? Optional.empty() : Optional.of(OTHER);
    };
  }

  private static Optional<WhyRefused> of(EventReason reason) {
    return switch (reason) {
      case WRONG_ID,
          WRONG_SIGNATURE,
          MALFORMED_EVENT,
          EVENT_TOO_LARGE,
          TOO_MANY_TAGS,
          TOO_MANY_TAG_ITEMS,
          DELETED,
          VANISHED,
          CREATED_IN_THE_FUTURE,
          AUTHOR_UNRELATED,
          TOO_MANY_EVENTS,
          TOO_MANY_DELETIONS,
          TOO_MANY_REPOSITORIES,
          TOO_MANY_HELD,
          TOO_MANY_HELD_OF_KEY,
          TOO_MANY_HELD_FROM_ADDRESS,
          TOO_MANY_STATES_HELD,
          IDENTIFIER_FULL ->
          Optional.empty();
      case ANNOUNCEMENT_ELSEWHERE -> Optional.of(NOT_LISTED_HERE);
      case NO_ANNOUNCEMENT, NOT_A_MAINTAINER -> Optional.of(NOT_YET_VALID);
      case EVENT_UNRELATED, PULL_REQUEST_UNRELATED -> Optional.of(ORPHAN);
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
          Optional.of(OTHER);
    };
  }
}
