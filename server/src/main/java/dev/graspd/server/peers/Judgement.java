package dev.graspd.server.peers;

import dev.graspd.core.nostr.Reason;
import dev.graspd.core.store.Unwanted.Why;
import dev.graspd.core.sync.Outcome;
import dev.graspd.server.gate.Verdict;
import java.util.Optional;

/**
 * What the gate's answer to an event of another relay means for sync.
 *
 * @param unwanted why it should not be brought again for a while; empty if the store knows by
 *     itself, or if it should be
 */
public record Judgement(Outcome outcome, Optional<Why> unwanted) {
  /** Returns what a verdict means. */
  static Judgement of(Verdict verdict) {
    return switch (verdict) {
      case Verdict.Accepted(), Verdict.Remembered _ -> just(Outcome.STORED);
      case Verdict.Held _ -> just(Outcome.HELD);
      // An announcement that ended the hosting here is not kept.
      case Verdict.Obeyed _ -> unwanted(Outcome.REFUSED, Why.ELSEWHERE);
      // One that is here is not remembered by the store, a version that came too late is.
      case Verdict.Duplicate _ -> unwanted(Outcome.KNOWN, Why.OUTDATED);
      case Verdict.Refused(var refusal) -> of(refusal.reason());
    };
  }

  /** Returns what a refusal means. Every reason is named, so that a new one has to be judged. */
  static Judgement of(Reason reason) {
    return switch (reason) {
      case WRONG_ID, WRONG_SIGNATURE -> just(Outcome.FORGED);

      case ANNOUNCEMENT_ELSEWHERE -> unwanted(Outcome.REFUSED, Why.ELSEWHERE);
      case NO_ANNOUNCEMENT, NOT_A_MAINTAINER -> unwanted(Outcome.REFUSED, Why.NOT_YET_VALID);
      case EXPIRED,
          PROTECTED,
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
          unwanted(Outcome.REFUSED, Why.REFUSED);

      // Said before id and signature were looked at: it says nothing about the real event.
      case MALFORMED_EVENT, EVENT_TOO_LARGE, TOO_MANY_TAGS, TOO_MANY_TAG_ITEMS ->
          just(Outcome.REFUSED);

      // The store knows these by itself.
      case DELETED, VANISHED -> just(Outcome.REFUSED);

      // What they belong to may come: then they are wanted.
      case PULL_REQUEST_UNRELATED, AUTHOR_UNRELATED, EVENT_UNRELATED -> just(Outcome.REFUSED);

      case CREATED_IN_THE_FUTURE,
          READ_ONLY,
          TOO_MANY_EVENTS,
          TOO_MANY_DELETIONS,
          SERVER_BUSY,
          TOO_MANY_REPOSITORIES,
          TOO_MANY_HELD,
          TOO_MANY_HELD_OF_KEY,
          TOO_MANY_HELD_FROM_ADDRESS,
          TOO_MANY_STATES_HELD,
          IDENTIFIER_FULL,
          REPOSITORY_QUOTA,
          OWNER_QUOTA,
          STORAGE_FULL,
          STORAGE_FAILURE,
          SHUTTING_DOWN,
          INTERNAL ->
          just(Outcome.LATER);

      // No answers to events; if one comes all the same, nothing is lost by asking again.
      case MALFORMED_MESSAGE,
          NOT_UTF8,
          AUTH_FAILED,
          MALFORMED_SUBSCRIPTION,
          NOTHING_CAN_MATCH,
          TOO_MANY_FILTERS,
          TOO_MANY_VALUES,
          VALUE_TOO_LONG,
          TOO_MANY_SUBSCRIPTIONS,
          TOO_MUCH_OPEN,
          SEARCH_UNSUPPORTED,
          QUERY_MALFORMED,
          QUERY_TOO_EXPENSIVE,
          NEG_MALFORMED,
          NEG_TOO_MANY,
          NEG_TOO_MANY_SESSIONS,
          NEG_UNKNOWN,
          NEG_IDLE,
          PUSH_UNSIGNED,
          PUSH_DELETION_UNSIGNED,
          PUSH_PULL_REQUEST_BRANCH,
          PUSH_REF_FORBIDDEN,
          PUSH_REF_TWICE,
          PUSH_ATOMIC,
          PUSH_ARCHIVED,
          PUSH_NOSTR_MISMATCH,
          PUSH_NOSTR_DELETION,
          PUSH_OBJECTS_MISSING,
          PUSH_NOSTR_UNRELATED,
          PUSH_NOSTR_DELETED,
          PUSH_NOSTR_TOO_MANY,
          PUSH_NOSTR_TOO_LARGE,
          PUSH_NOSTR_ALONE,
          PUSH_NO_REPOSITORY,
          PUSH_NOSTR_TAKEN,
          PUSH_MALFORMED,
          PUSH_TOO_MANY_COMMANDS,
          PUSH_CERTIFICATE,
          PUSH_SHALLOW,
          PUSH_TOO_SLOW,
          PUSH_BUSY,
          PUSH_INCOMPLETE,
          PACK_BROKEN,
          PACK_TOO_LARGE,
          PACK_TOO_COSTLY,
          OBJECT_TOO_LARGE,
          TREE_TOO_LARGE,
          OBJECT_FORBIDDEN,
          FETCH_NOT_OURS,
          FETCH_FILTER,
          FETCH_MALFORMED,
          FETCH_TOO_LARGE,
          FETCH_TOO_SLOW,
          FETCH_NEEDS_MEMORY,
          FETCH_BUSY ->
          just(Outcome.LATER);
    };
  }

  private static Judgement just(Outcome outcome) {
    return new Judgement(outcome, Optional.empty());
  }

  private static Judgement unwanted(Outcome outcome, Why why) {
    return new Judgement(outcome, Optional.of(why));
  }
}
