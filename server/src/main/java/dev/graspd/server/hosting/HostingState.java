package dev.graspd.server.hosting;

import dev.graspd.core.hunt.domain.CloneUrl;
import dev.graspd.core.hunt.missing.FetchTargets;
import dev.graspd.core.repo.Announcement;
import dev.graspd.core.repo.Family;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.store.EventStore;
import dev.graspd.server.base.ForeignEvents;
import dev.graspd.server.family.FamilyDiary;
import dev.graspd.server.family.FamilyLanes;
import dev.graspd.server.family.FamilyMemory;
import dev.graspd.server.family.HuntNotifier;
import dev.graspd.server.family.ended.Deletions;
import dev.graspd.server.family.held.HeldIndex;
import dev.graspd.server.family.held.ShelvedPushes;
import dev.graspd.server.family.hunt.HuntLanding;
import dev.graspd.server.family.objects.DeferredHistoryChecks;
import dev.graspd.server.family.objects.StorageAccounts;
import dev.graspd.server.family.objects.TipLookup;
import dev.graspd.server.family.packs.LostObjects;
import dev.graspd.server.family.purgatory.PurgatoryInbox;
import dev.graspd.server.family.view.Families;
import dev.graspd.server.family.view.FamilyLog;
import dev.graspd.server.family.view.FamilyReader;
import dev.graspd.server.family.view.StoreFacts;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The memory that all parts of hosting share, read from the store at the start.
 *
 * @param purgatory where inputs of the purgatory machine go
 */
record HostingState(
    FamilyLog log,
    HeldIndex held,
    ShelvedPushes shelves,
    FamilyMemory memory,
    Families families,
    StoreFacts facts,
    FamilyLanes lanes,
    HuntNotifier notifier,
    FamilyDiary diary,
    LostObjects lostObjects,
    StorageAccounts accounts,
    TipLookup tips,
    DeferredHistoryChecks historyChecks,
    PurgatoryInbox purgatory) {

  static HostingState read(HostingParts parts, HostingPolicy policy) {
    EventStore events = parts.events();
    // Before the rows are read, so that no change is missed.
    FamilyLog log = new FamilyLog(events);
    HeldIndex held = new HeldIndex(parts.repositories().waiting(), parts.charges().rows());
    ShelvedPushes shelves = new ShelvedPushes(parts.repositories().placeholders(), parts.charges());
    FamilyReader reader =
        new FamilyReader(events, parts.repositories(), policy.rules(), policy.maintainers());
    Families families = new Families(log, reader, parts.views());
    HuntNotifier notifier =
        new HuntNotifier(
            parts.hunt(),
            policy.rules().service(),
            HuntLanding.waiting(held),
            compared(parts, held, reader, policy));
    PurgatoryInbox purgatory = new PurgatoryInbox();
    FamilyMemory memory =
        new FamilyMemory(parts.repositories(), held, shelves, purgatory::tell, notifier);
    log.add(memory);
    log.afterwards(() -> notifier.compare(families::of));
    log.keepUp(parts.executor());
    DeferredHistoryChecks historyChecks =
        new DeferredHistoryChecks(
            policy.historyLooksMax(),
            policy.limits().maxHistoryAnswers(),
            families::of,
            parts.git(),
            parts.executor(),
            parts.clock()::nanos);
    return new HostingState(
        log,
        held,
        shelves,
        memory,
        families,
        new StoreFacts(events, parts.repositories(), held, families),
        new FamilyLanes(parts.executor(), policy.limits().maxLaneQueue(), families::isKnownOwner),
        notifier,
        new FamilyDiary(parts.diary(), parts.clock()),
        new LostObjects(),
        new StorageAccounts(policy.limits().quota(), parts.repositories()),
        new TipLookup(parts.repositories(), parts.git(), historyChecks),
        historyChecks,
        purgatory);
  }

  /** Hosted families and families with lapsed events, if their events name other servers. */
  private static SortedSet<Identifier> compared(
      HostingParts parts, HeldIndex held, FamilyReader reader, HostingPolicy policy) {
    SortedSet<Identifier> compared = new TreeSet<>();
    SortedSet<Identifier> others = new TreeSet<>(HuntLanding.remembered(held));
    ForeignEvents.of(parts.events(), parts.repositories(), policy.rules().service())
        .forEach((event, isServed) -> {
          Optional<Announcement> announcement = Announcement.of(event);
          if (announcement.filter(one -> !namesOtherPlaces(one, policy)).isPresent()) {
            // Other relays are no place to fetch from.
            return;
          }
          announcement
              .filter(one -> isServed && policy.keepsRepository(one))
              .ifPresentOrElse(
                  one -> compared.add(one.identifier()),
                  () -> others.addAll(Deletions.familiesOf(event)));
        });
    others.removeAll(compared);
    others.stream()
        // Not by way of the log, to which not all listen yet.
        .map(one -> reader.read(one, Optional.empty()).family())
        .filter(one -> FetchTargets.isCompared(one, policy.rules().service()))
        .map(Family::identifier)
        .forEach(compared::add);
    return compared;
  }

  private static boolean namesOtherPlaces(Announcement announcement, HostingPolicy policy) {
    return announcement.cloneUrls().stream()
        .flatMap(text -> CloneUrl.parse(text).stream())
        .anyMatch(url -> !policy.rules().service().contains(url.text()));
  }
}
