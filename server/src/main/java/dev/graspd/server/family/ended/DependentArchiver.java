package dev.graspd.server.family.ended;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.policy.end.Cascade;
import dev.graspd.core.policy.end.Cascade.Candidate;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.Known;
import dev.graspd.core.store.StoreTransaction;
import dev.graspd.core.store.ended.EndedRepository;
import dev.graspd.core.store.ended.EndedStore;
import dev.graspd.core.store.ended.SetAsideEvent;
import dev.graspd.server.base.Await;
import dev.graspd.server.base.FailPoints;
import dev.graspd.server.family.event.DependentEvents;
import dev.graspd.server.family.view.ThreadFinder;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sets aside the events that depend on an ended repository, in small transactions. After a crash it
 * continues: events that are set aside lead to the rest. Blocks; needs no lane, because each
 * transaction checks that the repository is still ended. Thread-safe.
 */
public record DependentArchiver(
    EventStore store, EndedStore endedStore, ThreadFinder threads, FailPoints failPoints) {
  private static final Logger LOG = LoggerFactory.getLogger(DependentArchiver.class);

  private static final int SLICE_EVENTS = 200;

  /** Events that are read at a time: they may be large. */
  private static final int PAGE_EVENTS = 50;

  /**
   * Passes find events that arrived during the last one. No new event can depend on one that is set
   * aside ({@link DependentEvents}), so this ends; otherwise the erasure finds the rest.
   */
  private static final int PASSES_MAX = 100;

  /** Sets aside all dependent events; returns how many, unless the repository was restored. */
  Optional<Integer> archive(EndedRepository ended) {
    int all = 0;
    int before = -1;
    for (int pass = 0; pass < PASSES_MAX && all > before; pass++) {
      before = all;
      Pass look = new Pass(ended);
      if (!look.run()) {
        return Optional.empty();
      }
      all += look.moved;
    }
    return Optional.of(all);
  }

  /** One pass over all events that name the repository or events that are set aside. */
  private final class Pass {
    private final EndedRepository ended;
    private final Set<EventId> judged = new HashSet<>();
    private int moved;

    Pass(EndedRepository ended) {
      this.ended = ended;
    }

    /** Returns whether the repository is still ended. */
    boolean run() {
      Stream<String> own =
          Stream.concat(
              Stream.of(ended.repository().toString()),
              ended.announcement().stream().map(EventId::hex));
      boolean continues = own.allMatch(this::lookAt);
      List<SetAsideEvent> page = page(Optional.empty());
      while (continues && !page.isEmpty()) {
        continues = page.stream().map(SetAsideEvent::event).allMatch(this::lookAround);
        page = page(Optional.of(page.getLast().event().id()));
      }
      return continues;
    }

    private List<SetAsideEvent> page(Optional<EventId> after) {
      return endedStore.aside(ended.repository(), after, PAGE_EVENTS);
    }

    private boolean lookAround(Event gone) {
      return ThreadFinder.namesOf(gone).allMatch(this::lookAt)
          && threads.namedBy(gone).allMatch(this::lookAt);
    }

    private boolean lookAt(String name) {
      return threads.forEachNaming(name, this::lookAt);
    }

    private boolean lookAt(Event event) {
      return !judged.add(event.id()) || store.known(event.id()) != Known.SERVED || judge(event);
    }

    private boolean judge(Event event) {
      Optional<Collection<Candidate>> connected = threads.connected(event);
      if (connected.isEmpty()) {
        LOG.warn("event {} stays: too many are connected with it", event.id());
      }
      return connected.isEmpty() || judge(connected.get());
    }

    private boolean judge(Collection<Candidate> connected) {
      connected.forEach(one -> judged.add(one.id()));
      List<EventId> going = new ArrayList<>(Cascade.going(connected));
      SortedSet<RepoAddress> named = repositoriesOf(connected);
      for (int at = 0; at < going.size(); at += SLICE_EVENTS) {
        List<EventId> slice = going.subList(at, Math.min(going.size(), at + SLICE_EVENTS));
        int done = Await.answerOf(store.write(tx -> setAside(tx, slice, named)));
        failPoints.reach(FailPoints.GATHERED);
        if (done < 0) {
          return false;
        }
        moved += done;
      }
      return true;
    }

    private int setAside(StoreTransaction tx, List<EventId> ids, SortedSet<RepoAddress> named) {
      boolean isGone =
          tx.ended()
              .find(ended.repository())
              .filter(row -> row.isSameAs(ended) && row.phase().takesEvents())
              .isPresent();
      if (!isGone) {
        return -1;
      }
      SortedSet<RepoAddress> keepers = new TreeSet<>(List.of(ended.repository()));
      named.stream()
          .filter(one -> tx.ended().find(one).filter(row -> row.phase().isRestorable()).isPresent())
          .forEach(keepers::add);
      int done = 0;
      for (EventId id : ids) {
        done += tx.known(id) == Known.SERVED && tx.ended().setAside(id, keepers) ? 1 : 0;
      }
      return done;
    }
  }

  /** Events that depend on several repositories come back with any of them. */
  private static SortedSet<RepoAddress> repositoriesOf(Collection<Candidate> connected) {
    SortedSet<RepoAddress> named = new TreeSet<>();
    connected.stream()
        .flatMap(one -> one.naming().stream())
        .flatMap(name -> RepoAddress.parse(name).stream())
        .forEach(named::add);
    return named;
  }
}
