package dev.graspd.server.talk;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.EventParser;
import dev.graspd.core.nostr.Filter;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.nostr.TagLimits;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.query.QueryRun;
import dev.graspd.core.talk.event.TalkEvent;
import dev.graspd.core.talk.event.TalkReader;
import dev.graspd.core.talk.member.Members;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.ToLongFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reads the events of threads from the store: roots of a repository, then what names them, then
 * what names that, until nothing more is found or a bound is reached. For one thread.
 */
final class TalkEvents {
  static final Set<Integer> ROOTS = Set.of(Kinds.ISSUE, Kinds.PULL_REQUEST, Kinds.PATCH);

  /** What can belong to a thread beside its root; a patch can be a part of another's. */
  static final Set<Integer> OTHERS =
      Set.of(
          Kinds.TEXT_NOTE,
          Kinds.REACTION,
          Kinds.COMMENT,
          Kinds.PATCH,
          Kinds.PULL_REQUEST_UPDATE,
          Kinds.OLD_REPLY,
          Kinds.COVER_NOTE,
          Kinds.STATUS_OPEN,
          Kinds.STATUS_APPLIED,
          Kinds.STATUS_CLOSED,
          Kinds.STATUS_DRAFT,
          Kinds.LABEL,
          Kinds.REVIEW,
          Kinds.ZAP);

  /** Most events are reactions: no list shows them. */
  static final Set<Integer> OTHERS_IN_LISTS =
      OTHERS.stream()
          .filter(kind -> kind != Kinds.REACTION && kind != Kinds.ZAP)
          .collect(Collectors.toUnmodifiableSet());

  /** Returns whether an event of this kind can change a list. */
  static boolean isListed(int kind) {
    return ROOTS.contains(kind) || OTHERS_IN_LISTS.contains(kind);
  }

  /** Ids that one query asks for. */
  private static final int IDS_ASKED = 500;

  private static final int SLICE_WORK = 10_000;
  private static final int SLICE_BYTES = 4 << 20;

  private final EventStore store;
  private final Set<Integer> others;
  private final UnaryOperator<TalkEvent> kept;
  private final ToLongFunction<TalkEvent> weight;
  private final Map<EventId, TalkEvent> found = new LinkedHashMap<>();
  private long left;
  private boolean isCut;

  /**
   * Reads nothing yet.
   *
   * @param others the kinds that are read beside roots
   * @param kept what is kept of an event
   * @param weight how much that takes
   * @param weightMax how much all of them may take
   */
  TalkEvents(
      EventStore store,
      Set<Integer> others,
      UnaryOperator<TalkEvent> kept,
      ToLongFunction<TalkEvent> weight,
      long weightMax) {
    this.store = store;
    this.others = others;
    this.kept = kept;
    this.weight = weight;
    this.left = weightMax;
  }

  /** Returns whether there is more than the bound allows. */
  boolean isCut() {
    return isCut;
  }

  Collection<TalkEvent> found() {
    return found.values();
  }

  /** Reads all threads of a repository, the newest roots first. */
  void ofRepository(Members members) {
    SortedSet<String> addresses = new TreeSet<>();
    addresses.add(members.repository().toString());
    members
        .maintainers()
        .forEach(key ->
            addresses.add(new RepoAddress(key, members.repository().identifier()).toString()));
    List<EventId> next = new ArrayList<>();
    read(Filter.builder().kinds(ROOTS).tag('a', addresses).build(), next);
    follow(next);
  }

  /** Reads threads by their roots. Roots that are not here are left out. */
  void ofThreads(Collection<EventId> roots) {
    List<EventId> next = new ArrayList<>();
    for (EventId root : roots) {
      store
          .served(root)
          .filter(event -> ROOTS.contains(event.kind()))
          .ifPresent(event -> {
            add(event, next);
          });
    }
    follow(next);
  }

  private void follow(List<EventId> first) {
    List<EventId> next = first;
    while (!next.isEmpty() && !isCut) {
      List<EventId> named = next;
      next = new ArrayList<>();
      for (int from = 0; from < named.size() && !isCut; from += IDS_ASKED) {
        List<String> ids =
            named.subList(from, Math.min(from + IDS_ASKED, named.size())).stream()
                .map(EventId::hex)
                .toList();
        read(Filter.builder().kinds(others).tag('e', ids).build(), next);
        read(Filter.builder().kinds(others).tag('E', ids).build(), next);
      }
    }
  }

  private void read(Filter filter, List<EventId> next) {
    QueryRun run = store.query(List.of(filter), 0);
    QueryRun.End end = QueryRun.End.MORE;
    while (end == QueryRun.End.MORE && !isCut) {
      QueryRun.Slice slice = run.next(SLICE_WORK, SLICE_BYTES);
      for (QueryRun.Found one : slice.events()) {
        if (!found.containsKey(one.id())) {
          event(one.json()).ifPresent(event -> add(event, next));
        }
      }
      end = slice.end();
    }
  }

  private void add(Event event, List<EventId> next) {
    @Nullable TalkEvent read = TalkReader.read(event).map(kept).orElse(null);
    if (read == null || isCut || found.containsKey(read.id())) {
      return;
    }
    left -= weight.applyAsLong(read);
    isCut = left < 0;
    if (!isCut) {
      found.put(read.id(), read);
      next.add(read.id());
    }
  }

  private static Optional<Event> event(byte[] json) {
    return EventParser.parse(json, TagLimits.NONE) instanceof EventParser.Result.Parsed(var event)
        ? Optional.of(event)
        : Optional.empty();
  }
}
