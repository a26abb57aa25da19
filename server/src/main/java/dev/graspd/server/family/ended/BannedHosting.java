package dev.graspd.server.family.ended;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.Announcement;
import dev.graspd.core.repo.ArrivedTip;
import dev.graspd.core.repo.Family;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.PullRequest;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.repo.RepoState;
import dev.graspd.core.repo.Standing;
import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.StoreTransaction;
import dev.graspd.core.store.ban.Ban;
import dev.graspd.core.store.ban.Banned;
import dev.graspd.core.store.ended.EndedRepository;
import dev.graspd.core.store.ended.EndedStore;
import dev.graspd.server.ban.BannedRepositories;
import dev.graspd.server.base.Await;
import dev.graspd.server.base.EndedWalk;
import dev.graspd.server.family.held.HeldIndex;
import dev.graspd.server.family.view.StoreFacts;
import dev.graspd.server.gate.Origin;
import dev.graspd.server.gate.Reception;
import dev.graspd.server.gate.Verdict;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The effects of bans on hosted repositories: they end like those that a list excludes, and come
 * back the same way (ADR 21).
 */
public record BannedHosting(
    EventStore events,
    EndedStore ended,
    StoreFacts facts,
    Deletions deletions,
    EndedKeeper keeper,
    Reception reception)
    implements BannedRepositories {
  private static final Logger LOG = LoggerFactory.getLogger(BannedHosting.class);

  /** Events of repositories come first in what a ban has set aside; a key has few of them. */
  private static final int REPOSITORY_EVENTS_MAX = 2_000;

  @Override
  public SortedSet<Identifier> families(Ban ban) {
    SortedSet<Identifier> families = new TreeSet<>();
    switch (ban.what()) {
      case Banned.OfEvent(var id) -> {
        events.served(id).ifPresent(event -> families.addAll(Deletions.familiesOf(event)));
        facts.rowOf(id).ifPresent(row -> families.add(row.until().home()));
      }
      case Banned.OfKey(var key) -> {
        families.addAll(Deletions.familiesServed(events, key));
        facts.rows().stream()
            .filter(row -> row.author().equals(key))
            .forEach(row -> families.add(row.until().home()));
      }
      case Banned.OfRepository(var address) -> families.add(address.identifier());
    }
    // An earlier attempt, or the order itself, has taken these out already.
    for (Event event : events.bans().aside(ban, REPOSITORY_EVENTS_MAX)) {
      families.addAll(Deletions.familiesOf(event));
    }
    return families;
  }

  @Override
  public List<EventId> waiting(Ban ban) {
    return facts.rows().stream()
        .filter(row -> covers(ban.what(), row))
        .map(HeldIndex.Entry::id)
        .toList();
  }

  private boolean covers(Banned what, HeldIndex.Entry row) {
    return switch (what) {
      case Banned.OfEvent(var id) -> row.id().equals(id);
      case Banned.OfKey(var key) -> row.author().equals(key);
      case Banned.OfRepository(var address) ->
          row.author().equals(address.owner())
              && row.until().home().equals(address.identifier())
              && facts
                  .held(row.id())
                  .flatMap(Identifier::ofRepositoryEvent)
                  .filter(address.identifier()::equals)
                  .isPresent();
    };
  }

  @Override
  public int end(Ban ban) {
    int done = 0;
    for (RepoAddress address : hosted(ban)) {
      done += Await.answerOf(deletions.stopHosting(address, "a ban of the operator")) ? 1 : 0;
    }
    return done;
  }

  /** Only served ones have something to restore; a waiting announcement is set aside by the ban. */
  private SortedSet<RepoAddress> hosted(Ban ban) {
    SortedSet<RepoAddress> named = new TreeSet<>();
    switch (ban.what()) {
      case Banned.OfEvent _ -> {}
      case Banned.OfKey(var key) ->
          families(ban).forEach(family -> named.add(new RepoAddress(key, family)));
      case Banned.OfRepository(var address) -> named.add(address);
    }
    named.removeIf(address -> !isServed(address));
    return named;
  }

  private boolean isServed(RepoAddress address) {
    Family family = facts.family(address.identifier());
    return family
        .announcementOf(address.owner())
        .filter(own -> own.standing() == Standing.SERVED)
        .isPresent();
  }

  @Override
  public void align(SortedSet<Identifier> families) {
    int _ = deletions.reconcile(families);
  }

  @Override
  public int restore(Ban ban) {
    int restored = 0;
    Iterator<EndedRepository> all = EndedWalk.of(ended).iterator();
    while (all.hasNext()) {
      EndedRepository one = all.next();
      boolean isOurs =
          one.cause() == EndedRepository.Cause.UNWELCOME
              && one.phase().isRestorable()
              && isOf(ban.what(), one.repository());
      restored += isOurs && isRestored(one.repository()) ? 1 : 0;
    }
    return restored;
  }

  /** Those that nothing names are forgotten with the family's next change. */
  @Override
  public void remember(Event event, StoreTransaction tx) {
    PullRequest.of(event)
        .flatMap(PullRequest::commit)
        .ifPresent(tip ->
            Deletions.familiesOf(event)
                .forEach(family ->
                    tx.repositories().putArrived(new ArrivedTip(family, event.author(), tip))));
    RepoState.of(event)
        .ifPresent(state ->
            state
                .tips()
                .forEach(tip ->
                    tx.repositories()
                        .putArrived(new ArrivedTip(state.identifier(), event.author(), tip))));
  }

  private static boolean isOf(Banned what, RepoAddress repository) {
    return switch (what) {
      case Banned.OfEvent _ -> false;
      case Banned.OfKey(PublicKey key) -> repository.owner().equals(key);
      case Banned.OfRepository(RepoAddress address) -> repository.equals(address);
    };
  }

  private boolean isRestored(RepoAddress repository) {
    Optional<Event> announcement =
        keeper.announcementOf(repository).filter(event -> Announcement.of(event).isPresent());
    if (announcement.isEmpty()) {
      return false;
    }
    Verdict verdict = Await.answerOf(reception.receive(announcement.get(), Origin.operator()));
    if (verdict instanceof Verdict.Refused(var refusal)) {
      if (refusal.reason().isTemporary()) {
        throw new IllegalStateException(repository.shown() + ": " + refusal.message());
      }
      LOG.info("{} does not come back: {}", repository.shown(), refusal.message());
    }
    return verdict instanceof Verdict.Accepted;
  }
}
