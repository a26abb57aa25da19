package dev.graspd.server.peers.local;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Filter;
import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.StorageException;
import dev.graspd.core.store.query.QueryRun;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the members of threads in our store: events that name a root, events that name those, and
 * so on (sync.md, section 5). Sync then requests replies by the members' ids, since some name only
 * their parent. Thread-safe.
 *
 * @param readers the threads that read the store, one root at a time
 * @param branchMax the most members below one root
 */
public record ThreadWalk(EventStore events, Executor readers, int branchMax) {
  /** The greatest distance of a member from its root. */
  public static final int DEPTH_MAX = 8;

  /** The most members of one walk; further roots wait for another walk. */
  static final int MEMBERS_MAX = 50_000;

  private static final Logger LOG = LoggerFactory.getLogger(ThreadWalk.class);
  private static final int VALUES_MAX = 200;
  private static final int SLICE_WORK = 5_000;
  private static final int SLICE_BYTES = 1 << 20;
  private static final long EXPIRED_TOO = 0;

  /** Walks off the caller's thread; skips roots that cannot be read. */
  public CompletionStage<SortedSet<EventId>> walk(SortedSet<EventId> roots) {
    Walk walk = new Walk(roots);
    walk.submit();
    return walk.answer;
  }

  private final class Walk {
    private final Queue<EventId> left;
    private final SortedSet<EventId> members = new TreeSet<>();
    private final CompletableFuture<SortedSet<EventId>> answer = new CompletableFuture<>();

    Walk(SortedSet<EventId> roots) {
      this.left = new ArrayDeque<>(roots);
    }

    void submit() {
      try {
        readers.execute(this::slice);
      } catch (RejectedExecutionException e) {
        LOG.debug("the reader threads have ended", e);
        finish();
      }
    }

    private void slice() {
      try {
        if (!left.isEmpty()) {
          members.addAll(below(left.remove()));
        }
      } catch (StorageException e) {
        LOG.debug("threads could not be read", e);
        left.clear();
      } catch (RuntimeException e) {
        LOG.error("threads could not be read", e);
        left.clear();
      }
      if (left.isEmpty() || members.size() >= MEMBERS_MAX) {
        finish();
      } else {
        submit();
      }
    }

    private void finish() {
      answer.complete(Collections.unmodifiableSortedSet(members));
    }
  }

  /** Breadth first, so that the limit drops the members furthest from the root. */
  private SortedSet<EventId> below(EventId root) {
    SortedSet<EventId> found = new TreeSet<>();
    SortedSet<EventId> level = new TreeSet<>(List.of(root));
    for (int depth = 0; depth < DEPTH_MAX && !level.isEmpty(); depth++) {
      SortedSet<EventId> next = new TreeSet<>();
      for (List<String> names : chunks(level)) {
        name(names, root, found, next);
      }
      level = next;
    }
    return found;
  }

  private static List<List<String>> chunks(SortedSet<EventId> ids) {
    List<String> names = ids.stream().map(EventId::hex).toList();
    return Stream.iterate(0, at -> at < names.size(), at -> at + VALUES_MAX)
        .map(at -> names.subList(at, Math.min(names.size(), at + VALUES_MAX)))
        .toList();
  }

  /** Adds events that name one of these, newest first, as long as there is room. */
  private void name(
      List<String> names, EventId root, SortedSet<EventId> found, SortedSet<EventId> next) {
    List<Filter> naming =
        Stream.of('e', 'E', 'q')
            .map(letter -> Filter.builder().tag(letter, names).limit(branchMax).build())
            .toList();
    QueryRun run = events.query(naming, EXPIRED_TOO);
    QueryRun.End end = QueryRun.End.MORE;
    while (end == QueryRun.End.MORE && found.size() < branchMax) {
      QueryRun.Slice slice = run.next(SLICE_WORK, SLICE_BYTES);
      for (QueryRun.Found event : slice.events()) {
        if (found.size() < branchMax && !event.id().equals(root) && found.add(event.id())) {
          next.add(event.id());
        }
      }
      end = slice.end();
    }
  }
}
