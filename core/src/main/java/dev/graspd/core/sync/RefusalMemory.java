package dev.graspd.core.sync;

import dev.graspd.core.machine.Now;
import dev.graspd.core.nostr.Address;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Hex;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.nostr.Tag;
import dev.graspd.core.repo.Announcement;
import dev.graspd.core.sync.ColdRefusals.Speaker;
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
 * What is remembered of events that relays sent and that were refused (sync.md, section 9), so that
 * they are neither downloaded every day nor missed when they become valid: announcements and states
 * as a whole for two minutes (hot), of all of them a row for a week (cold), and events that refer
 * to nothing known as a whole until it arrives (orphans). Owned by one thread.
 *
 * <p>Only events whose signature was checked may be told here.
 */
public final class RefusalMemory {
  public static final Duration HOT_KEPT = Duration.ofMinutes(2);
  public static final Duration COLD_KEPT = Duration.ofDays(7);
  private static final long MIB = 1 << 20;

  /** Tags whose values name events and addresses. */
  private static final Set<String> NAMING_TAGS = Set.of("a", "A", "e", "E", "q");

  /** Announcements give states their authority; of versions only the newest counts. */
  private static final Comparator<SentEvent> ANNOUNCEMENTS_FIRST =
      Comparator.comparing(
          SentEvent::event, Comparator.comparingInt(Event::kind).thenComparing(Event.NEWEST_FIRST));

  /** What they refer to comes before those that refer to it. */
  private static final Comparator<SentEvent> OLDEST_FIRST =
      Comparator.comparing(SentEvent::event, Event.NEWEST_FIRST.reversed());

  private final Duration hotKept;
  private final Duration coldKept;
  private final KeyedEvents<Speaker> hot;
  private final ColdRefusals cold;
  private final KeyedEvents<String> orphans;

  /**
   * How much is remembered.
   *
   * @param hotBytes of heap of whole announcements and states
   * @param coldIds rows
   * @param orphans events whose references are not known
   * @param orphanBytes of heap of them
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
   * What should be tried again now.
   *
   * @param events to be given to the gate, in this order, each when the one before is decided
   * @param ask what should be asked for by id, of which relay
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

  /** Takes back what the store kept; returns what it need not keep any longer. */
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

  /** Forgets what is too old; returns what the store need not keep any longer. */
  public Changes expire(Now now) {
    hot.expire(now.nanos());
    return new Changes(List.of(), cold.trim(now.epochSeconds() - coldKept.toSeconds()));
  }

  /** An event is here now, served or held: what was refused for want of it is tried again. */
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

  /** The owner's own states may have come before the announcement. */
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

  /** Those that refer to the event, and those that it refers to. */
  private List<SentEvent> orphansOf(Event event) {
    if (orphans.size() == 0) {
      // So it is while a whole history arrives, and each event of it comes here.
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

  /** Who speaks in which repository, for announcements and states. */
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

  /** Returns whether an event was refused and need not be asked for. */
  public boolean isCold(EventId id) {
    return cold.contains(id);
  }

  /** Returns whether the whole event waits here for what it refers to. */
  public boolean isOrphan(EventId id) {
    return orphans.contains(id);
  }

  /** How much is remembered, for gauges. */
  public record Counts(
      int hot, long hotBytes, SortedMap<WhyRefused, Integer> cold, int orphans, long orphanBytes) {}

  public Counts counts() {
    return new Counts(hot.size(), hot.bytes(), cold.counts(), orphans.size(), orphans.bytes());
  }
}
