package dev.graspd.testkit.store;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.ArrivedTip;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.RefSpace;
import dev.graspd.core.repo.Refs;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.repo.Submission;
import dev.graspd.core.role.Role;
import dev.graspd.core.store.Gone;
import dev.graspd.core.store.Identity;
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
import dev.graspd.core.store.row.Life;
import dev.graspd.core.store.row.LogEntry;
import dev.graspd.core.store.row.Request;
import dev.graspd.core.store.row.StoredEvent;
import dev.graspd.core.store.row.Sum;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** The tables of the store as sorted maps. A transaction works on a copy. */
final class MemoryTables {
  long lastSeq;
  long uptimeNanos;
  final SortedMap<Role, Long> fences = new TreeMap<>();
  final SortedMap<String, Ban> bans = new TreeMap<>();
  final Set<ModelState.SetAside> banAside = new HashSet<>();
  final NavigableMap<Long, AuditEntry> audit = new TreeMap<>();
  final HookShelf hooks = new HookShelf();
  final NavigableMap<Long, Long> minutes = new TreeMap<>();
  Optional<String> lists = Optional.empty();
  Optional<RepositoryStore.Settled> settled = Optional.empty();
  final SortedMap<Long, Kept> events = new TreeMap<>();
  final SortedMap<EventId, LogEntry> ids = new TreeMap<>();
  final SortedMap<Long, LogRecord> others = new TreeMap<>();
  final SortedMap<EventId, Gone> gone = new TreeMap<>();
  final SortedMap<EventId, Event> deletions = new TreeMap<>();
  final SortedMap<PublicKey, Request> vanished = new TreeMap<>();
  final SortedSet<PublicKey> vanishing = new TreeSet<>();
  final SortedMap<EventId, UnwantedEvent> unwanted = new TreeMap<>();
  final SortedMap<Long, Long> strangers = new TreeMap<>();

  /** Never iterated for an answer. */
  final Map<Sum, Long> sums = new HashMap<>();

  final SortedMap<Identifier, Long> versions = new TreeMap<>();
  final SortedMap<RepoAddress, Refs> refs = new TreeMap<>();
  final SortedMap<EventId, Waiting> waits = new TreeMap<>();
  final SortedMap<PlaceholderKey, Placeholder> placeholders = new TreeMap<>();
  final SortedMap<EventId, Submission> submissions = new TreeMap<>();
  final SortedSet<ArrivedTip> arrived = new TreeSet<>();
  final SortedMap<PackKey, PackRecord> packs = new TreeMap<>();
  final SortedMap<Identifier, LostGitData> lost = new TreeMap<>();
  final SortedMap<Identity, String> identity = new TreeMap<>();
  final SortedMap<RepoAddress, EndedRepository> ended = new TreeMap<>();

  /** Whether it waited, for each member of each repository. */
  final SortedMap<MemberKey, Boolean> members = new TreeMap<>();

  /** An event in its row. */
  record Kept(Event event, Life life, long due) implements StoredEvent {
    @Override
    public int kind() {
      return event.kind();
    }

    @Override
    public PublicKey author() {
      return event.author();
    }
  }

  record PlaceholderKey(RefSpace space, EventId event) implements Comparable<PlaceholderKey> {
    @Override
    public int compareTo(PlaceholderKey that) {
      int order = space.compareTo(that.space);
      return order != 0 ? order : event.compareTo(that.event);
    }
  }

  record PackKey(Identifier family, String name) implements Comparable<PackKey> {
    @Override
    public int compareTo(PackKey that) {
      int order = family.compareTo(that.family);
      return order != 0 ? order : name.compareTo(that.name);
    }
  }

  record MemberKey(RepoAddress repository, EventId id) implements Comparable<MemberKey> {
    @Override
    public int compareTo(MemberKey that) {
      int order = repository.compareTo(that.repository);
      return order != 0 ? order : id.compareTo(that.id);
    }
  }

  MemoryTables copy() {
    MemoryTables copy = new MemoryTables();
    copy.lastSeq = lastSeq;
    copy.uptimeNanos = uptimeNanos;
    copy.fences.putAll(fences);
    copy.bans.putAll(bans);
    copy.banAside.addAll(banAside);
    copy.audit.putAll(audit);
    copy.hooks.putAll(hooks);
    copy.minutes.putAll(minutes);
    copy.lists = lists;
    copy.settled = settled;
    copy.events.putAll(events);
    copy.ids.putAll(ids);
    copy.others.putAll(others);
    copy.gone.putAll(gone);
    copy.deletions.putAll(deletions);
    copy.vanished.putAll(vanished);
    copy.vanishing.addAll(vanishing);
    copy.unwanted.putAll(unwanted);
    copy.strangers.putAll(strangers);
    copy.sums.putAll(sums);
    copy.versions.putAll(versions);
    copy.refs.putAll(refs);
    copy.waits.putAll(waits);
    copy.placeholders.putAll(placeholders);
    copy.submissions.putAll(submissions);
    copy.arrived.addAll(arrived);
    copy.packs.putAll(packs);
    copy.lost.putAll(lost);
    copy.identity.putAll(identity);
    copy.ended.putAll(ended);
    copy.members.putAll(members);
    return copy;
  }

  /** Returns the same for the reads of the model. */
  ModelState toModel() {
    ModelState model = new ModelState();
    model.lastSeq = lastSeq;
    model.uptimeNanos = uptimeNanos;
    model.bans.putAll(bans);
    model.banAside.addAll(banAside);
    model.audit.putAll(audit);
    model.hooks.putAll(hooks);
    model.minutes.putAll(minutes);
    model.lists = lists;
    model.settled = settled;
    events.forEach((seq, kept) -> model.entries.add(entry(seq, kept)));
    model.others.addAll(others.values());
    model.gone.putAll(gone);
    model.vanishing.addAll(vanishing);
    model.unwanted.putAll(unwanted);
    model.versions.putAll(versions);
    model.refs.putAll(refs);
    model.waits.putAll(waits);
    model.placeholders.addAll(placeholders.values());
    model.submissions.putAll(submissions);
    model.arrived.addAll(arrived);
    model.packs.addAll(packs.values());
    model.lost.putAll(lost);
    model.identity.putAll(identity);
    model.holdings.putAll(ended);
    members.forEach((key, waited) ->
        model
            .aside
            .computeIfAbsent(key.id(), _ -> new ModelState.Kept(new TreeSet<>(), waited))
            .repositories()
            .add(key.repository()));
    return model;
  }

  private static ModelState.Entry entry(long seq, Kept kept) {
    ModelState.Life life =
        switch (kept.life()) {
          case STORED -> ModelState.Life.STORED;
          case RELEASED -> ModelState.Life.RELEASED;
          case HELD, DORMANT -> ModelState.Life.HELD;
          case ASIDE -> ModelState.Life.ASIDE;
        };
    boolean dormant = kept.life() == Life.DORMANT;
    OptionalLong until = dormant ? OptionalLong.of(kept.due()) : OptionalLong.empty();
    return new ModelState.Entry(seq, kept.event(), life, until);
  }

  /** The order in which unwanted events are forgotten. */
  static final Comparator<UnwantedEvent> OLDEST_FIRST =
      Comparator.comparingLong(UnwantedEvent::sinceSeconds).thenComparing(UnwantedEvent::id);
}
