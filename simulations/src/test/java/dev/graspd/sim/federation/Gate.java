package dev.graspd.sim.federation;

import dev.graspd.core.hunt.PassOutcome;
import dev.graspd.core.hunt.Urgency;
import dev.graspd.core.hunt.missing.FetchTargets;
import dev.graspd.core.hunt.missing.FetchedObjects;
import dev.graspd.core.hunt.missing.MissingData;
import dev.graspd.core.hunt.missing.Revival;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.policy.Admission;
import dev.graspd.core.policy.HostingRules;
import dev.graspd.core.policy.Presence;
import dev.graspd.core.policy.Settlement;
import dev.graspd.core.repo.Family;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.ObjectKind;
import dev.graspd.core.repo.ObjectsHere;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefChange;
import dev.graspd.core.repo.Refs;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.repo.RepoState;
import dev.graspd.core.repo.TipsHere;
import dev.graspd.core.sync.EventSource;
import dev.graspd.core.sync.SyncOutcome;
import dev.graspd.sim.sync.SimRelay;
import dev.graspd.testkit.Signer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** A model of a server's gate: the real rules decide, and what follows is written at once. */
final class Gate {
  private static final Duration ANNOUNCEMENT_KEPT = Duration.ofHours(24);
  private static final Duration OTHERS_KEPT = Duration.ofDays(7);
  private static final Duration REVIVED_AFTER = Duration.ofHours(24);

  private final Node node;
  private final Disk disk;
  private final DiskWriter writer;
  private final Federation world;
  private final Mutation mutation;
  private final HostingRules rules;
  private final SortedMap<EventId, Long> revivedNanos = new TreeMap<>();

  /** Refused for want of something; in memory only. */
  private final Map<EventId, Event> orphans = new LinkedHashMap<>();

  Gate(Node node, DiskWriter writer, Federation world, Mutation mutation) {
    this.node = node;
    this.disk = node.disk;
    this.writer = writer;
    this.world = world;
    this.mutation = mutation;
    this.rules =
        new HostingRules(
            node.service,
            Signer.named("server " + node).publicKey(),
            List.of(),
            List.of(),
            100,
            64);
  }

  void start() {
    orphans.clear();
  }

  private void write(DiskWriter.Change change) {
    writer.write(change);
    retryOrphans();
  }

  /** A client sends an event; returns whether it is here now, served or held. */
  boolean receive(Event event) {
    SyncOutcome outcome = take(event, Optional.empty());
    world.note(node, "is sent", event + " " + outcome);
    return outcome == SyncOutcome.STORED
        || outcome == SyncOutcome.HELD
        || outcome == SyncOutcome.KNOWN;
  }

  /** An event comes, from a relay for this reason, or from a client. */
  SyncOutcome take(Event event, Optional<EventSource> source) {
    Disk.Wait wait = disk.waits.get(event.id());
    if (disk.served.containsKey(event.id()) || (wait != null && !wait.lapsed())) {
      return SyncOutcome.KNOWN;
    }
    if (wait != null && source.isPresent()) {
      seen(wait, source.get());
      return SyncOutcome.KNOWN;
    }
    if (disk.unwanted.containsKey(event.id()) || isOutdated(event)) {
      disk.unwanted.put(event.id(), event);
      return SyncOutcome.KNOWN;
    }
    return switch (Admission.decide(event, disk, rules)) {
      case Admission.Serve _, Admission.ServeStranger _ -> {
        writer.serve(event);
        retryOrphans();
        yield SyncOutcome.STORED;
      }
      case Admission.Join join -> join(event, join, source);
      case Admission.Refuse _ -> {
        if (source.isPresent()) {
          orphans.put(event.id(), event);
        }
        yield SyncOutcome.REFUSED;
      }
      case Admission.Outdated(), Admission.StopHosting _ -> {
        disk.unwanted.put(event.id(), event);
        yield SyncOutcome.KNOWN;
      }
    };
  }

  private boolean isOutdated(Event event) {
    return disk.served.values().stream()
        .anyMatch(other ->
            SimRelay.isSameAddress(other, event) && Event.NEWEST_FIRST.compare(other, event) < 0);
  }

  private SyncOutcome join(Event event, Admission.Join join, Optional<EventSource> source) {
    Family before = disk.family(join.family().identifier());
    List<EventId> renewed = new ArrayList<>(List.of(event.id()));
    join.renewed().stream()
        .flatMap(owner -> join.family().announcementOf(owner).stream())
        .forEach(announced -> renewed.add(announced.announcement().event().id()));
    Urgency urgency = source.isPresent() ? Urgency.SYNCED : Urgency.CLIENT;
    write(
        new DiskWriter.Change(
            before,
            join.family(),
            settlement(join.family(), Collections.emptySortedSet(), nothing()),
            Optional.of(event),
            renewed,
            Optional.of(urgency),
            nothing()));
    return disk.served.containsKey(event.id()) ? SyncOutcome.STORED : SyncOutcome.HELD;
  }

  /** Events that were refused for want of something are tried again when anything comes. */
  private void retryOrphans() {
    for (Event orphan : List.copyOf(orphans.values())) {
      boolean isWelcome = !(Admission.decide(orphan, disk, rules) instanceof Admission.Refuse);
      if (isWelcome && orphans.remove(orphan.id()) != null) {
        SyncOutcome _ = take(orphan, Optional.of(EventSource.LIVE));
      }
    }
  }

  private Settlement settlement(
      Family family, SortedSet<PublicKey> delivered, SortedSet<Oid> brought) {
    return Settlement.of(family, mutation.here(here(family, brought)), delivered);
  }

  /** What counts as here, with what comes now. */
  private TipsHere here(Family family, SortedSet<Oid> brought) {
    SortedSet<Oid> reached = world.commits.reachedFrom(family.refValues());
    ObjectsHere stored = disk.objects(family.identifier());
    return new Presence(
        family,
        id -> brought.contains(id) ? Optional.of(ObjectKind.COMMIT) : stored.kindOf(id),
        disk.arrived(family.identifier()),
        (_, id) -> brought.contains(id),
        reached::contains);
  }

  private static SortedSet<Oid> nothing() {
    return Collections.emptySortedSet();
  }

  /** Somebody pushes what a state names; returns whether that is allowed. */
  boolean push(RepoAddress repository, RepoState state) {
    Family family = disk.family(repository.identifier());
    PublicKey owner = repository.owner();
    if (!family.owners().contains(owner)
        || !family.stateToFollow(owner).equals(Optional.of(state))) {
      return false;
    }
    SortedSet<Oid> brought = world.commits.reachedFrom(state.tips());
    disk.add(repository.identifier(), brought);
    Refs refs = family.refs(owner);
    Family joined =
        family.withRefs(owner, refs.with(RefChange.alignment(state.refs(), refs.values())));
    write(
        new DiskWriter.Change(
            family,
            joined,
            settlement(joined, new TreeSet<>(List.of(owner)), brought),
            Optional.empty(),
            List.of(),
            Optional.of(Urgency.CLIENT),
            brought));
    return true;
  }

  /** Somebody pushes the commit of a pull request; returns whether it is wanted. */
  boolean push(Identifier identifier, Oid commit) {
    return land(identifier, new TreeSet<>(List.of(commit))) instanceof PassOutcome.Brought;
  }

  // ---- what waits

  /** The time of something held may be over. */
  void end(EventId id) {
    Disk.Wait wait = disk.waits.get(id);
    if (wait == null || wait.untilNanos() > node.upNanos()) {
      return;
    }
    Family family = disk.family(wait.home());
    if (wait.lapsed()) {
      Family after = family.without(id);
      change(family, after, List.of(), Optional.empty());
      return;
    }
    Duration kept = wait.event().kind() == Kinds.ANNOUNCEMENT ? ANNOUNCEMENT_KEPT : OTHERS_KEPT;
    writer.hold(new Disk.Wait(wait.event(), wait.home(), true, node.upNanos() + kept.toNanos()));
    change(family, family.lapsed(id), List.of(), Optional.empty());
  }

  private void change(
      Family before, Family after, List<EventId> renewed, Optional<Urgency> urgency) {
    Settlement settlement = settlement(after, Collections.emptySortedSet(), nothing());
    write(
        new DiskWriter.Change(
            before, after, settlement, Optional.empty(), renewed, urgency, nothing()));
  }

  /** A relay still has what has lapsed here: once a day that is a reason to wait again. */
  void seen(Disk.Wait wait, EventSource source) {
    EventId id = wait.event().id();
    long last = revivedNanos.getOrDefault(id, Long.MIN_VALUE / 2);
    if (source == EventSource.DAILY && world.time.nanos() - last > REVIVED_AFTER.toNanos()) {
      revivedNanos.put(id, world.time.nanos());
      Family family = disk.family(wait.home());
      change(family, family.revived(id), List.of(id), Optional.of(Urgency.SYNCED));
    }
  }

  // ---- the hunt

  MissingData missingData(Identifier identifier) {
    Family family = disk.family(identifier);
    return FetchTargets.of(family, here(family, nothing()), node.service);
  }

  /** What its git endpoint shows of a repository. */
  SortedSet<Oid> advertised(RepoAddress repository) {
    Family family = disk.family(repository.identifier());
    return family.owners().contains(repository.owner())
        ? new TreeSet<>(family.refs(repository.owner()).values().values())
        : new TreeSet<>();
  }

  /** What a hunt brings joins the family, if anything waits for it. */
  PassOutcome land(Identifier identifier, SortedSet<Oid> tips) {
    Family family = disk.family(identifier);
    SortedSet<Oid> brought = world.commits.reachedFrom(tips);
    TipsHere all = here(family, brought);
    FetchedObjects haul =
        FetchedObjects.of(
            family, all, FetchedObjects.brought(family, here(family, nothing()), all));
    if (haul.isUnwanted()) {
      return new PassOutcome.Nothing("not needed any more");
    }
    disk.add(identifier, brought);
    write(
        new DiskWriter.Change(
            family,
            family,
            settlement(family, haul.delivered(), brought),
            Optional.empty(),
            List.of(),
            Optional.empty(),
            brought));
    return new PassOutcome.Brought(tips);
  }

  /** What has lapsed waits again if another server shows what it waited for. */
  PassOutcome compare(Identifier identifier, SortedSet<Oid> advertised) {
    Family before = disk.family(identifier);
    Family after = before;
    List<EventId> revived = new ArrayList<>();
    for (EventId id : Revival.of(before, here(before, nothing()), advertised)) {
      Event event = disk.held(id);
      if (Admission.decide(event, disk, rules) instanceof Admission.Join) {
        revived.add(event.id());
        after = after.revived(event.id());
      }
    }
    if (revived.isEmpty()) {
      return new PassOutcome.Nothing("nothing new");
    }
    change(before, after, revived, Optional.of(Urgency.SYNCED));
    return new PassOutcome.Behind(advertised);
  }
}
