package dev.graspd.core.hook;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.store.hook.Delivery;
import dev.graspd.core.store.hook.Delivery.Progress;
import dev.graspd.core.store.hook.Hook;
import dev.graspd.core.store.hook.RefsMove;
import dev.graspd.core.store.hook.Topic;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Something new at a number in the log, which hooks may want.
 *
 * @param repositories those that it is about and that are hosted here; not empty
 */
public record Notice(
    long seq,
    Topic topic,
    SortedSet<RepoAddress> repositories,
    Optional<EventId> event,
    Optional<PublicKey> stranger,
    Optional<RefsMove> move) {

  /** Refs moved. */
  public static Notice of(long seq, RefsMove move) {
    SortedSet<RepoAddress> one = new TreeSet<>();
    one.add(move.repository());
    return new Notice(seq, Topic.PUSH, one, Optional.empty(), Optional.empty(), Optional.of(move));
  }

  /** Returns the repository for which a hook wants this; the first one if there are several. */
  public Optional<RepoAddress> wantedBy(Hook hook) {
    if (seq <= hook.sinceSeq() || !hook.topics().contains(topic)) {
      return Optional.empty();
    }
    return repositories.stream()
        .filter(one -> hook.repositories().map(pattern -> pattern.matches(one)).orElse(true))
        .findFirst();
  }

  /**
   * Returns the delivery of this to a hook, which has no number yet.
   *
   * @param token tells it from all others
   */
  public Delivery to(Hook hook, RepoAddress repository, String token, long nowMillis) {
    return new Delivery(
        hook.id(),
        0,
        token,
        topic,
        Optional.of(repository),
        event,
        stranger,
        move,
        Progress.fresh(nowMillis));
  }

  /** Returns a delivery that only tests a hook. */
  public static Delivery ping(Hook hook, String token, long nowMillis) {
    return new Delivery(
        hook.id(),
        0,
        token,
        Topic.PING,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Progress.fresh(nowMillis));
  }
}
