package dev.graspd.core.policy;

import dev.graspd.core.nostr.Address;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventHead;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.nostr.Tag;
import dev.graspd.core.nostr.refusal.EventReason;
import dev.graspd.core.nostr.refusal.Refusal;
import dev.graspd.core.nostr.text.Hex;
import dev.graspd.core.repo.Family;
import dev.graspd.core.repo.PullRequest;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;

/**
 * The decision on an event that passed the general checks, by its kind (grasp.md, section 2). An
 * event of a repository joins its family; {@link Settlement} then decides whether it is served at
 * once.
 */
public sealed interface Admission {
  /**
   * Stored and served, or broadcast, as it is.
   *
   * @param dependsOn the accepted event because of which this one is accepted; without it the
   *     decision must be repeated. Empty if the event belongs here by itself
   */
  record Serve(Optional<EventId> dependsOn) implements Admission {
    Serve() {
      this(Optional.empty());
    }
  }

  /** Stored and served as long as there is room for lists of strangers; the oldest are removed. */
  record ServeStranger() implements Admission {}

  /**
   * Becomes a part of its family.
   *
   * @param family with the event in it: served at once, or waiting
   * @param renewed the owners whose waiting announcement gets its full time again
   * @param remark the end of the answer, after the purgatory text; may be empty
   */
  record Join(Family family, SortedSet<PublicKey> renewed, String remark) implements Admission {}

  /** Ends the hosting of its author's repository, like a deletion of this announcement. */
  record StopHosting(Family family, EventId announcement) implements Admission {}

  /** A newer version is known. */
  record Outdated() implements Admission {}

  record Refuse(Refusal refusal) implements Admission {}

  /** Kinds that make no other event welcome by naming it or being named. */
  Set<Integer> WITHOUT_RIGHTS =
      Set.of(Kinds.METADATA, Kinds.DELETION, Kinds.VANISH, Kinds.RELAY_LIST, Kinds.GRASP_LIST);

  /** Tags whose values name events and addresses. */
  Set<String> NAMING_TAGS = Set.of("a", "A", "e", "E", "q");

  /** Decides on an event of any kind, except deletions and requests to vanish that are obeyed. */
  static Admission decide(Event event, Facts facts, HostingRules rules) {
    if (event.author().equals(rules.self()) && !belongsToRepository(event.kind())) {
      return new Serve();
    }
    return switch (event.kind()) {
      case Kinds.ANNOUNCEMENT -> AnnouncementRule.decide(event, facts, rules);
      case Kinds.REPO_STATE -> StateRule.decide(event, facts, rules);
      case Kinds.PULL_REQUEST, Kinds.PULL_REQUEST_UPDATE ->
          PullRequestRule.decide(event, facts, rules);
      case Kinds.GRASP_LIST -> facts.takesPart(event.author()) ? new Serve() : new ServeStranger();
      case Kinds.METADATA, Kinds.RELAY_LIST ->
          facts.takesPart(event.author()) ? new Serve() : refuse(EventReason.AUTHOR_UNRELATED);
      // These requests are only stored, and only for authors who take part here.
      case Kinds.VANISH ->
          facts.takesPart(event.author()) ? new Serve() : refuse(EventReason.AUTHOR_UNRELATED);
      case Kinds.DELETION ->
          facts.takesPart(event.author()) || relatedTo(event, facts).isPresent()
              ? new Serve()
              : refuse(EventReason.EVENT_UNRELATED);
      default ->
          relatedTo(event, facts)
              .<Admission>map(other -> new Serve(Optional.of(other.id())))
              .orElseGet(() -> refuse(EventReason.EVENT_UNRELATED));
    };
  }

  /** Returns whether events of a kind are decided on together with their repository. */
  static boolean belongsToRepository(int kind) {
    return kind == Kinds.ANNOUNCEMENT
        || kind == Kinds.REPO_STATE
        || kind == Kinds.PULL_REQUEST
        || kind == Kinds.PULL_REQUEST_UPDATE;
  }

  /** Returns one accepted event that it names, or that names it. */
  private static Optional<EventHead> relatedTo(Event event, Facts facts) {
    return event.tags().stream()
        .filter(tag -> NAMING_TAGS.contains(tag.name()))
        .flatMap(tag -> named(tag, facts).stream())
        .findFirst()
        .or(() -> facts.naming(event).map(Event::head));
  }

  /** Returns the accepted event that a tag names, if naming it gives a right. */
  static Optional<EventHead> named(Tag tag, Facts facts) {
    String value = tag.value();
    Optional<EventHead> named =
        Hex.isLowerHex(value, 64)
            ? facts.accepted(EventId.parse(value)).map(Event::head)
            : Address.parse(value).flatMap(facts::accepted);
    return named.filter(event -> !WITHOUT_RIGHTS.contains(event.kind()));
  }

  /** Returns the accepted pull request that a tag names; only an id can name one. */
  static Optional<PullRequest> namedPullRequest(Tag tag, Facts facts) {
    return Hex.isLowerHex(tag.value(), 64)
        ? facts.accepted(EventId.parse(tag.value())).flatMap(PullRequest::of)
        : Optional.empty();
  }

  private static Admission refuse(EventReason reason) {
    return new Refuse(reason.refusal());
  }
}
