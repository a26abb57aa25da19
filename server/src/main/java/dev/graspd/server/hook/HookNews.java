package dev.graspd.server.hook;

import dev.graspd.core.hook.HookSubject;
import dev.graspd.core.hook.Notice;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.LogRecord;
import dev.graspd.core.store.hook.Hook;
import dev.graspd.core.store.hook.Topic;
import java.util.Collection;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * Reads from records of the log what is new for hooks. For one thread.
 *
 * @param hosts whether a repository is served here
 */
record HookNews(EventStore store, Predicate<RepoAddress> hosts) {
  /** Repositories that an event may name; the rest of them is not looked at. */
  private static final int REPOSITORIES_MAX = 16;

  /** Returns what a record says that one of these hooks wants. */
  Optional<Notice> of(LogRecord record, Collection<Hook> hooks, long nowSeconds) {
    return switch (record) {
      case LogRecord.Stored(var seq, var event) -> ofEvent(seq, event, hooks, nowSeconds);
      case LogRecord.Released(var seq, var event) -> ofEvent(seq, event, hooks, nowSeconds);
      case LogRecord.RefsMoved(var seq, var repository) ->
          isWanted(Topic.PUSH, seq, hooks) && hosts.test(repository)
              ? store.hooks().move(seq).map(move -> Notice.of(seq, move))
              : Optional.empty();
      case LogRecord.Held _,
          LogRecord.FamilyChanged _,
          LogRecord.BansChanged _,
          LogRecord.Removed _ ->
          Optional.empty();
    };
  }

  private static boolean isWanted(Topic topic, long seq, Collection<Hook> hooks) {
    return hooks.stream().anyMatch(hook -> hook.sinceSeq() < seq && hook.topics().contains(topic));
  }

  private Optional<Notice> ofEvent(long seq, Event event, Collection<Hook> hooks, long nowSeconds) {
    return HookSubject.of(event, nowSeconds)
        .filter(subject -> isWanted(subject.topic(), seq, hooks))
        .map(subject ->
            new Notice(
                seq,
                subject.topic(),
                repositories(subject),
                Optional.of(event.id()),
                subject.stranger(),
                Optional.empty()))
        .filter(notice -> !notice.repositories().isEmpty());
  }

  private SortedSet<RepoAddress> repositories(HookSubject subject) {
    SortedSet<RepoAddress> named =
        subject
            .root()
            .flatMap(store::served)
            .flatMap(root -> HookSubject.of(root, 0))
            .map(HookSubject::repositories)
            .orElse(subject.repositories());
    SortedSet<RepoAddress> here = new TreeSet<>();
    named.stream().limit(REPOSITORIES_MAX).filter(hosts).forEach(here::add);
    return here;
  }
}
