package dev.graspd.core.sync;

import dev.graspd.core.nostr.Prefix;
import dev.graspd.core.nostr.Reason;
import java.util.Optional;

/** Why an event that a relay sent was refused, as far as its memory depends on it. */
public enum WhyRefused {
  /** An announcement that does not list this service. */
  NOT_LISTED_HERE("does not list this service"),
  /** Its author has no say yet. */
  NOT_YET_VALID("maintainer not yet valid"),
  /** Nothing that it refers to is known here. */
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
   * Returns what is remembered of a refusal; empty if nothing is: it was for reasons of the moment,
   * or it was made before id and signature were checked, and then it says nothing about the event
   * that really has this id, or the store remembers it by itself.
   */
  public static Optional<WhyRefused> of(Reason reason) {
    boolean ofTheMoment = reason.prefix() == Prefix.RATE_LIMITED || reason.prefix() == Prefix.ERROR;
    if (ofTheMoment) {
      return Optional.empty();
    }
    return switch (reason) {
      case WRONG_ID,
          WRONG_SIGNATURE,
          MALFORMED_EVENT,
          EVENT_TOO_LARGE,
          TOO_MANY_TAGS,
          TOO_MANY_TAG_ITEMS,
          DELETED,
          VANISHED,
          READ_ONLY,
          CREATED_IN_THE_FUTURE,
          AUTHOR_UNRELATED ->
          Optional.empty();
      case ANNOUNCEMENT_ELSEWHERE -> Optional.of(NOT_LISTED_HERE);
      case NO_ANNOUNCEMENT, NOT_A_MAINTAINER -> Optional.of(NOT_YET_VALID);
      case EVENT_UNRELATED, PULL_REQUEST_UNRELATED -> Optional.of(ORPHAN);
      default -> Optional.of(OTHER);
    };
  }
}
