package dev.graspd.testkit.store;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.ArrivedTip;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.PullRequest;
import dev.graspd.core.repo.Refs;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.repo.Submission;
import dev.graspd.core.role.Role;
import dev.graspd.core.store.Gone;
import dev.graspd.core.store.Identity;
import dev.graspd.core.store.Known;
import dev.graspd.core.store.LogRecord;
import dev.graspd.core.store.LostGitData;
import dev.graspd.core.store.PackRecord;
import dev.graspd.core.store.Placeholder;
import dev.graspd.core.store.RepositoryStore;
import dev.graspd.core.store.UnwantedEvent;
import dev.graspd.core.store.Waiting;
import dev.graspd.core.store.ban.AuditEntry;
import dev.graspd.core.store.ban.Ban;
import dev.graspd.core.store.ended.EndedRepository;
import dev.graspd.core.store.ended.SetAsideEvent;
import dev.graspd.core.store.query.Arrival;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Everything that the model store knows. A transaction works on a copy. */
final class ModelState {
  final List<Entry> entries = new ArrayList<>();
  final SortedMap<EventId, Gone> gone = new TreeMap<>();

  /** The deletions whose targets stay away, served or dormant or gone themselves. */
  final List<Event> deletions = new ArrayList<>();

  final SortedMap<PublicKey, Event> vanished = new TreeMap<>();
  final SortedSet<PublicKey> vanishing = new TreeSet<>();

  /** The records of the log that bring no event. */
  final List<LogRecord> others = new ArrayList<>();

  /** The last change of each family. */
  final SortedMap<Identifier, Long> versions = new TreeMap<>();

  /** The families that the work under way has changed. */
  final SortedSet<Identifier> touched = new TreeSet<>();

  final SortedMap<RepoAddress, Refs> refs = new TreeMap<>();
  final SortedMap<EventId, Waiting> waits = new TreeMap<>();
  final List<Placeholder> placeholders = new ArrayList<>();
  final List<PackRecord> packs = new ArrayList<>();
  final SortedMap<Identifier, LostGitData> lost = new TreeMap<>();
  final SortedMap<EventId, Submission> submissions = new TreeMap<>();
  final SortedSet<ArrivedTip> arrived = new TreeSet<>();
  final SortedMap<EventId, UnwantedEvent> unwanted = new TreeMap<>();
  Optional<String> lists = Optional.empty();
  Optional<RepositoryStore.Settled> settled = Optional.empty();
  final SortedMap<Identity, String> identity = new TreeMap<>();

  /** Bytes of dormant deletions by day and payer. */
  final SortedMap<Long, SortedMap<Long, Long>> dormantOfDay = new TreeMap<>();

  /** Numbers of lists that came from strangers; some may be gone. */
  final SortedSet<Long> strangers = new TreeSet<>();

  /** The number of the newest fence of each role. */
  final SortedMap<Role, Long> fences = new TreeMap<>();

  /** Bans by what they are about, in words. */
  final SortedMap<String, Ban> bans = new TreeMap<>();

  /** What bans have set aside, by their numbers. */
  final List<SetAside> banAside = new ArrayList<>();

  final NavigableMap<Long, AuditEntry> audit = new TreeMap<>();

  /** An event that a ban has set aside. */
  record SetAside(long ban, Event event) {}

  final HookShelf hooks = new HookShelf();

  /** The first number in the log of each minute in which an event came. */
  final NavigableMap<Long, Long> minutes = new TreeMap<>();

  long uptimeNanos;
  long lastSeq;

  final SortedMap<RepoAddress, EndedRepository> holdings = new TreeMap<>();

  /** For which repositories an event is set aside. */
  final SortedMap<EventId, Kept> aside = new TreeMap<>();

  enum Life {
    STORED,
    RELEASED,
    HELD,
    ASIDE
  }

  /** For whom an event is set aside, and whether it was held before. */
  record Kept(SortedSet<RepoAddress> repositories, boolean waited) {}

  /** An event that is here; a dormant deletion has a time at which it is forgotten. */
  record Entry(long seq, Event event, Life life, OptionalLong dormantUntil) {
    boolean isServed() {
      return life == Life.STORED || life == Life.RELEASED;
    }

    boolean isHere() {
      return life != Life.ASIDE;
    }

    OptionalLong due() {
      OptionalLong expiration = event.expiration();
      if (expiration.isEmpty() || dormantUntil.isEmpty()) {
        return expiration.isPresent() ? expiration : dormantUntil;
      }
      return OptionalLong.of(Math.min(expiration.getAsLong(), dormantUntil.getAsLong()));
    }

    LogRecord record() {
      return switch (life) {
        case STORED -> new LogRecord.Stored(seq, event);
        case RELEASED -> new LogRecord.Released(seq, event);
        case HELD -> new LogRecord.Held(seq, event);
        case ASIDE -> throw new IllegalStateException("no part of the log");
      };
    }
  }

  ModelState copy() {
    ModelState copy = new ModelState();
    copy.entries.addAll(entries);
    copy.gone.putAll(gone);
    copy.deletions.addAll(deletions);
    copy.vanished.putAll(vanished);
    copy.vanishing.addAll(vanishing);
    copy.others.addAll(others);
    copy.versions.putAll(versions);
    copy.refs.putAll(refs);
    copy.waits.putAll(waits);
    copy.placeholders.addAll(placeholders);
    copy.packs.addAll(packs);
    copy.lost.putAll(lost);
    copy.submissions.putAll(submissions);
    copy.arrived.addAll(arrived);
    copy.unwanted.putAll(unwanted);
    copy.lists = lists;
    copy.settled = settled;
    copy.identity.putAll(identity);
    copy.holdings.putAll(holdings);
    copy.aside.putAll(aside);
    dormantOfDay.forEach((day, bytes) -> copy.dormantOfDay.put(day, new TreeMap<>(bytes)));
    copy.strangers.addAll(strangers);
    copy.fences.putAll(fences);
    copy.bans.putAll(bans);
    copy.banAside.addAll(banAside);
    copy.audit.putAll(audit);
    copy.hooks.putAll(hooks);
    copy.minutes.putAll(minutes);
    copy.uptimeNanos = uptimeNanos;
    copy.lastSeq = lastSeq;
    return copy;
  }

  void touch(Event event) {
    Identifier.ofRepositoryEvent(event).ifPresent(touched::add);
  }

  /** The families that a pull request is for, if they have ever changed. */
  void touchRemoved(Event event) {
    PullRequest.of(event).stream()
        .flatMap(request -> request.families().stream())
        .filter(versions::containsKey)
        .forEach(touched::add);
  }

  void endWait(EventId held) {
    Waiting row = waits.remove(held);
    if (row != null) {
      touched.add(row.until().home());
    }
  }

  long raise(Identifier family) {
    touched.remove(family);
    lastSeq++;
    versions.put(family, lastSeq);
    return lastSeq;
  }

  Optional<Entry> entry(EventId id) {
    return entries.stream()
        .filter(entry -> entry.isHere() && entry.event().id().equals(id))
        .findFirst();
  }

  List<SetAsideEvent> aside(RepoAddress repository, Optional<EventId> after, int max) {
    List<SetAsideEvent> found = new ArrayList<>();
    aside.forEach((id, kept) -> {
      boolean isLater = after.filter(first -> id.compareTo(first) <= 0).isEmpty();
      if (isLater && kept.repositories().contains(repository)) {
        entries.stream()
            .filter(entry -> entry.event().id().equals(id))
            .forEach(entry -> found.add(new SetAsideEvent(entry.event(), kept.waited())));
      }
    });
    return List.copyOf(found.subList(0, Math.min(max, found.size())));
  }

  RepositoryStore.PackBytes packBytes(RepoAddress repository) {
    List<PackRecord> ofFamily =
        packs.stream().filter(one -> one.family().equals(repository.identifier())).toList();
    return new RepositoryStore.PackBytes(
        PackRecord.sharesOf(ofFamily).getOrDefault(repository.owner(), 0L),
        PackRecord.sharesOf(packs).getOrDefault(repository.owner(), 0L));
  }

  /** Notes that an event is served from this time on. */
  void noteMinute(long seq, long nowSeconds) {
    long minute = Math.floorDiv(nowSeconds, 60L) * 60;
    if (minutes.isEmpty() || minutes.lastEntry().getValue() != minute) {
      minutes.put(seq, minute);
    }
  }

  Optional<Arrival> arrival(Entry entry) {
    Map.Entry<Long, Long> minute = minutes.floorEntry(entry.seq());
    if (minute != null) {
      return Optional.of(new Arrival.Within(minute.getValue(), entry.life() == Life.RELEASED));
    }
    return minutes.isEmpty()
        ? Optional.empty()
        : Optional.of(new Arrival.Before(minutes.firstEntry().getValue()));
  }

  Known known(EventId id) {
    Optional<Entry> entry = entry(id);
    if (entry.isPresent()) {
      return entry.get().isServed() ? Known.SERVED : Known.HELD;
    }
    return gone.containsKey(id) ? Known.GONE : Known.UNKNOWN;
  }
}
