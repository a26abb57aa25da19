package dev.graspd.core.hook;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.store.hook.Topic;
import dev.graspd.core.talk.event.RootKind;
import dev.graspd.core.talk.event.TalkEvent;
import dev.graspd.core.talk.event.TalkReader;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The topic and repositories of a served event, for hooks (WH-1, WH-2).
 *
 * @param repositories that it names itself
 * @param root the thread that it belongs to, if it names no repository; that one's first event does
 * @param stranger its author, if anybody may write such events
 */
public record HookSubject(
    Topic topic,
    SortedSet<RepoAddress> repositories,
    Optional<EventId> root,
    Optional<PublicKey> stranger) {
  /** Issues, comments and the like that are older than this are no news, in seconds. */
  public static final long NEWS_SECONDS_MAX = 24L * 3600;

  public HookSubject {
    repositories = Collections.unmodifiableSortedSet(new TreeSet<>(repositories));
  }

  /** Returns what an event is about; empty if no hook can ask for it, or if it is no news. */
  public static Optional<HookSubject> of(Event event, long nowSeconds) {
    if (event.kind() == Kinds.REPO_STATE) {
      return Identifier.ofRepositoryEvent(event)
          .map(name ->
              new HookSubject(
                  Topic.STATE,
                  new TreeSet<>(Collections.singleton(new RepoAddress(event.author(), name))),
                  Optional.empty(),
                  Optional.empty()));
    }
    return event.createdAt() < nowSeconds - NEWS_SECONDS_MAX
        ? Optional.empty()
        : TalkReader.read(event).flatMap(HookSubject::of);
  }

  private static Optional<HookSubject> of(TalkEvent event) {
    return switch (event) {
      case TalkEvent.Root root ->
          Optional.of(
              new HookSubject(
                  topicOf(root.kind()),
                  root.repositories(),
                  Optional.empty(),
                  Optional.of(root.head().author())));
      case TalkEvent.Update update -> inThread(Topic.PULL_REQUEST, update);
      case TalkEvent.Comment comment -> inThread(Topic.COMMENT, comment);
      case TalkEvent.Review review -> inThread(Topic.COMMENT, review);
      case TalkEvent.StatusChange status -> inThread(Topic.STATUS, status);
      case TalkEvent.Labelling _, TalkEvent.CoverNote _, TalkEvent.Reaction _, TalkEvent.Zap _ ->
          Optional.empty();
    };
  }

  private static Optional<HookSubject> inThread(Topic topic, TalkEvent event) {
    return event.names().stream()
        .findFirst()
        .map(root ->
            new HookSubject(
                topic, new TreeSet<>(), Optional.of(root), Optional.of(event.head().author())));
  }

  private static Topic topicOf(RootKind kind) {
    return switch (kind) {
      case ISSUE -> Topic.ISSUE;
      case PATCH -> Topic.PATCH;
      case PULL_REQUEST -> Topic.PULL_REQUEST;
    };
  }
}
