package dev.graspd.server.hosting;

import dev.graspd.core.store.EventStore;
import dev.graspd.server.base.ForeignEvents;
import dev.graspd.server.family.FamilyDiary;
import dev.graspd.server.family.FamilyLanes;
import dev.graspd.server.family.FamilyMemory;
import dev.graspd.server.family.HuntNotifier;
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
            new HostedFamilies(
                ForeignEvents.of(events, parts.repositories(), policy.rules().service()),
                held,
                policy),
            events::known);
    PurgatoryInbox purgatory = new PurgatoryInbox();
    FamilyMemory memory =
        new FamilyMemory(parts.repositories(), held, shelves, purgatory::tell, notifier);
    StorageAccounts accounts = new StorageAccounts(policy.limits().quota(), parts.repositories());
    LostObjects lostObjects =
        new LostObjects(parts.repositories(), parts.clock(), accounts, notifier);
    lostObjects.tellAll();
    log.add(memory);
    log.add(lostObjects);
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
        lostObjects,
        accounts,
        new TipLookup(parts.repositories(), parts.git(), historyChecks),
        historyChecks,
        purgatory);
  }
}
