package dev.graspd.core.sync.refusal;

import dev.graspd.core.machine.Now;
import dev.graspd.core.nostr.Address;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.nostr.Tag;
import dev.graspd.core.nostr.text.Hex;
import dev.graspd.core.repo.Announcement;
import dev.graspd.core.sync.RelayUrl;
import dev.graspd.core.sync.refusal.ColdRefusals.Speaker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Remembers refused events of relays (sync.md, section 9), so that we neither download them every
 * day nor miss them when they become valid: whole announcements and states for two minutes (hot), a
 * row of every event for a week (cold), and whole events until something that they refer to arrives
 * (orphans). Owned by one thread.
 *
 * <p>The caller has checked the signatures.
 */
public final class RefusalMemory {
  public static final Duration HOT_KEPT = Duration.ofMinutes(2);
  public static final Duration COLD_KEPT = Duration.ofDays(7);
  private static final long MIB = 1 << 20;

  /** Tags whose values name events and addresses. */
  private static final Set<String> NAMING_TAGS = Set.of("a", "A", "e", "E", "q");

  /** Announcements before states, which need their authority; the newest version first. */
  private static final Comparator<SentEvent> ANNOUNCEMENTS_FIRST =
      Comparator.comparing(
          SentEvent::event, Comparator.comparingInt(Event::kind).thenComparing(Event.NEWEST_FIRST));

  /** An event comes before the events that refer to it. */
  private static final Comparator<SentEvent> OLDEST_FIRST =
      Comparator.comparing(SentEvent::event, Event.NEWEST_FIRST.reversed());

  private final Duration hotKept;
  private final Duration coldKept;
  private final KeyedEvents<Speaker> hot;
  private final ColdRefusals cold;
  private final KeyedEvents<String> orphans;

  /**
   * The limits of the memory.
   *
   * @param hotBytes heap for whole announcements and states
   * @param coldIds rows
   * @param orphans events whose references are unknown
   * @param orphanBytes heap for orphans
   */
  public record Limits(long hotBytes, int coldIds, int orphans, long orphanBytes) {
    public static final Limits DEFAULT = new Limits(8 * MIB, 100_000, 1_024, 8 * MIB);
  }

  /** What the store should put and delete. */
  public record Changes(List<RefusedRow> put, SortedSet<EventId> delete) {
    public Changes {
      put = List.copyOf(put);
      delete = Collections.unmodifiableSortedSet(new TreeSet<>(delete));
    }
  }

  /**
   * What we should try again now.
   *
   * @param events for the gate, in this order, each after the decision on the one before
   * @param ask ids to request, by relay
   * @param delete rows that the store should delete
   */
  public record Retry(
      List<SentEvent> events,
      SortedMap<RelayUrl, SortedSet<EventId>> ask,
      SortedSet<EventId> delete) {
    public Retry {
      events = List.copyOf(events);
      ask = Collections.unmodifiableSortedMap(new TreeMap<>(ask));
      delete = Collections.unmodifiableSortedSet(new TreeSet<>(delete));
    }
  }

  /** Begins with an empty memory. */
  public RefusalMemory(Limits limits) {
    this(limits, HOT_KEPT, COLD_KEPT);
  }

  /**
   * Begins with an empty memory.
   *
   * @param hotKept how long whole events are kept
   * @param coldKept how long rows are kept
   */
  public RefusalMemory(Limits limits, Duration hotKept, Duration coldKept) {
    this.hotKept = hotKept;
    this.coldKept = coldKept;
    this.hot = new KeyedEvents<>(Integer.MAX_VALUE, limits.hotBytes());
    this.cold = new ColdRefusals(limits.coldIds());
    this.orphans = new KeyedEvents<>(limits.orphans(), limits.orphanBytes());
  }

  /** Takes over the rows of the store; returns rows that the store should delete. */
  public Changes restore(Collection<RefusedRow> rows, Now now) {
    rows.stream()
        .sorted(Comparator.comparingLong(RefusedRow::atSeconds).thenComparing(RefusedRow::id))
        .map(row -> new ColdRefusals.Entry(row, restored(row), List.of()))
        .forEach(cold::add);
    return expire(now);
  }

  private static Optional<Speaker> restored(RefusedRow row) {
    return Optional.of(new Speaker(row.author(), "")).filter(_ -> speaks(row.kind()));
  }

  /** An event from this relay was refused. */
  public Changes remember(Event event, RelayUrl from, WhyRefused why, Now now) {
    SentEvent sent = new SentEvent(event, from);
    if (why == WhyRefused.ORPHAN) {
      SortedSet<String> references = references(event);
      if (!references.isEmpty()) {
        orphans.add(sent, references, Long.MAX_VALUE);
      }
      return expire(now);
    }
    Optional<Speaker> speaker = speaker(event);
    speaker.ifPresent(one -> hot.add(sent, List.of(one), now.after(hotKept)));
    RefusedRow row = RefusedRow.of(event, why, now.epochSeconds());
    boolean isNew = cold.add(new ColdRefusals.Entry(row, speaker, List.of(from)));
    return new Changes(isNew ? List.of(row) : List.of(), expire(now).delete());
  }

  /** Forgets what is too old; returns rows that the store should delete. */
  public Changes expire(Now now) {
    hot.expire(now.nanos());
    return new Changes(List.of(), cold.trim(now.epochSeconds() - coldKept.toSeconds()));
  }

  /**
   * An event is here now, served or held: we try events again that were refused because it was
   * missing.
   */
  public Retry accepted(Event event, Now now) {
    SortedSet<EventId> delete = new TreeSet<>(expire(now).delete());
    forget(event.id(), delete);
    SortedMap<RelayUrl, SortedSet<EventId>> ask = new TreeMap<>();
    List<SentEvent> events = new ArrayList<>();
    Announcement.of(event)
        .ifPresent(announcement -> {
          for (PublicKey author : speakersOf(announcement)) {
            Speaker speaker = new Speaker(author, announcement.identifier().text());
            List<SentEvent> whole = hot.take(speaker);
            whole.forEach(sent -> forget(sent.event().id(), delete));
            events.addAll(whole);
            askFor(cold.take(speaker), ask, delete);
            askFor(cold.take(new Speaker(author, "")), ask, delete);
          }
        });
    events.sort(ANNOUNCEMENTS_FIRST);
    events.addAll(orphansOf(event));
    return new Retry(events, ask, delete);
  }

  /** The owner's states may have arrived before the announcement. */
  private static SortedSet<PublicKey> speakersOf(Announcement announcement) {
    SortedSet<PublicKey> speakers = new TreeSet<>(announcement.listed());
    speakers.add(announcement.author());
    return speakers;
  }

  private void forget(EventId id, SortedSet<EventId> delete) {
    hot.remove(id);
    orphans.remove(id);
    if (cold.remove(id).isPresent()) {
      delete.add(id);
    }
  }

  private static void askFor(
      List<ColdRefusals.Entry> entries,
      SortedMap<RelayUrl, SortedSet<EventId>> ask,
      SortedSet<EventId> delete) {
    for (ColdRefusals.Entry entry : entries) {
      EventId id = entry.row().id();
      delete.add(id);
      entry.relays().forEach(relay -> ask.computeIfAbsent(relay, _ -> new TreeSet<>()).add(id));
    }
  }

  /** Orphans that refer to the event, and orphans that it refers to. */
  private List<SentEvent> orphansOf(Event event) {
    if (orphans.size() == 0) {
      // The usual case while a history arrives, since each of its events comes here.
      return List.of();
    }
    List<SentEvent> found = new ArrayList<>(orphans.take(event.id().hex()));
    event.address().map(Address::toString).ifPresent(name -> found.addAll(orphans.take(name)));
    references(event).stream()
        .filter(RefusalMemory::isId)
        .map(EventId::parse)
        .forEach(id -> found.addAll(orphans.take(id)));
    found.sort(OLDEST_FIRST);
    return found;
  }

  /** The ids and addresses that an event names. */
  private static SortedSet<String> references(Event event) {
    SortedSet<String> references = new TreeSet<>();
    event.tags().stream()
        .filter(tag -> NAMING_TAGS.contains(tag.name()))
        .map(Tag::value)
        .map(name -> isId(name) ? name : Address.parse(name).map(Address::toString).orElse(""))
        .filter(name -> !name.isEmpty())
        .forEach(references::add);
    return references;
  }

  private static boolean isId(String name) {
    return Hex.isLowerHex(name, 64);
  }

  /** The author and repository of an announcement or a state. */
  private static Optional<Speaker> speaker(Event event) {
    return event
        .tag("d")
        .map(Tag::value)
        .filter(identifier -> speaks(event.kind()) && !identifier.isEmpty())
        .map(identifier -> new Speaker(event.author(), identifier));
  }

  private static boolean speaks(int kind) {
    return kind == Kinds.ANNOUNCEMENT || kind == Kinds.REPO_STATE;
  }

  /** Returns whether an event was refused, so that we need not request it. */
  public boolean isCold(EventId id) {
    return cold.contains(id);
  }

  /** Returns whether the whole event waits here as an orphan. */
  public boolean isOrphan(EventId id) {
    return orphans.contains(id);
  }

  /** The size of the memory, for gauges. */
  public record Counts(
      int hot, long hotBytes, SortedMap<WhyRefused, Integer> cold, int orphans, long orphanBytes) {}

  public Counts counts() {
    return new Counts(hot.size(), hot.bytes(), cold.counts(), orphans.size(), orphans.bytes());
  }
}
