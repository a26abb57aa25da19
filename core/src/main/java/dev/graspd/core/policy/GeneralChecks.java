package dev.graspd.core.policy;

import dev.graspd.core.nostr.DeletionRequest;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventParser;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.nostr.ProofOfWork;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.nostr.TagLimits;
import dev.graspd.core.nostr.refusal.EventReason;
import dev.graspd.core.nostr.refusal.Refusal;
import dev.graspd.core.nostr.refusal.ServerReason;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.SortedSet;

/**
 * The checks that come before any rule of a kind (grasp.md, section 2), in the order given there.
 */
public final class GeneralChecks {
  private GeneralChecks() {}

  /** Checks that do not need the id, the cheapest first. */
  public static Optional<Refusal> beforeVerification(Event event, AdmissionRules rules) {
    boolean state = event.kind() == Kinds.REPO_STATE;
    int bytesMax = bytesMax(event.kind(), rules);
    int tagsMax = state ? rules.maxStateTags() : rules.maxEventTags();
    if (event.json().length > bytesMax) {
      return refuse(
          EventReason.EVENT_TOO_LARGE, event.json().length + " bytes, the limit is " + bytesMax);
    }
    if (event.tags().size() > tagsMax) {
      return refuse(
          EventReason.TOO_MANY_TAGS, event.tags().size() + " tags, the limit is " + tagsMax);
    }
    return rules.readOnly() ? Optional.of(ServerReason.READ_ONLY.refusal()) : Optional.empty();
  }

  private static int bytesMax(int kind, AdmissionRules rules) {
    return switch (kind) {
      case Kinds.REPO_STATE -> rules.maxStateEventBytes();
      case Kinds.GRASP_LIST -> Math.min(rules.maxEventBytes(), rules.maxListBytes());
      default -> rules.maxEventBytes();
    };
  }

  /**
   * Checks after the id and the signature were found right.
   *
   * @param authenticated the keys that the connection has proved to own (NIP-42)
   */
  public static Optional<Refusal> afterVerification(
      Event event, AdmissionRules rules, SortedSet<PublicKey> authenticated, long nowSeconds) {
    if (event.createdAt() > nowSeconds + rules.maxFutureSeconds()) {
      return refuse(
          EventReason.CREATED_IN_THE_FUTURE,
          "at most " + rules.maxFutureSeconds() + " seconds ahead of our clock");
    }
    if (event.isExpiredAt(nowSeconds)) {
      return refuse(EventReason.EXPIRED);
    }
    if (event.isProtected() && !authenticated.contains(event.author())) {
      // A client that is told to authenticate waits for that; one that has done so is told who may.
      return refuse(
          authenticated.isEmpty() ? EventReason.PROTECTED : EventReason.PROTECTED_FROM_OTHERS);
    }
    if (rules.bannedAuthors().contains(event.author())) {
      return refuse(EventReason.BANNED);
    }
    return ProofOfWork.tooLow(event, rules.minPowDifficulty()).or(() -> byKind(event));
  }

  private static Optional<Refusal> byKind(Event event) {
    return switch (event.kind()) {
      case Kinds.CLIENT_AUTH -> refuse(EventReason.AUTH_AS_EVENT);
      case Kinds.REPOST, Kinds.GENERIC_REPOST ->
          embedsProtected(event) ? refuse(EventReason.PROTECTED_REPOST) : Optional.empty();
      case Kinds.DELETION ->
          DeletionRequest.of(event).size() > AdmissionRules.DELETION_TARGETS_MAX
              ? refuse(EventReason.TOO_MANY_TARGETS)
              : Optional.empty();
      default -> Optional.empty();
    };
  }

  private static boolean embedsProtected(Event repost) {
    byte[] content = repost.content().getBytes(StandardCharsets.UTF_8);
    return EventParser.parse(content, TagLimits.NONE)
            instanceof EventParser.Result.Parsed(var inner)
        && inner.isProtected();
  }

  private static Optional<Refusal> refuse(EventReason reason) {
    return Optional.of(reason.refusal());
  }

  private static Optional<Refusal> refuse(EventReason reason, String detail) {
    return Optional.of(reason.refusal(detail));
  }
}
