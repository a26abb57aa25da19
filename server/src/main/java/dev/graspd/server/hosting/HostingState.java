package dev.graspd.server.hosting;

import dev.graspd.core.purgatory.Input;
import dev.graspd.core.repo.Announcement;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.store.EventStore;
import dev.graspd.server.family.FamilyDiary;
import dev.graspd.server.family.FamilyLanes;
import dev.graspd.server.family.HuntNotifier;
import dev.graspd.server.family.held.HeldIndex;
import dev.graspd.server.family.held.ShelvedPushes;
import dev.graspd.server.family.hunt.HuntLanding;
import dev.graspd.server.family.objects.DeferredHistoryChecks;
import dev.graspd.server.family.objects.StorageAccounts;
import dev.graspd.server.family.objects.TipLookup;
import dev.graspd.server.family.packs.LostObjects;
import dev.graspd.server.family.view.Families;
import dev.graspd.server.family.view.FamilyReader;
import dev.graspd.server.family.view.StoreFacts;
import dev.graspd.server.family.view.StoreQueries;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * The memory that all parts of hosting share, read from the store at the start.
 *
 * @param purgatory inputs of the purgatory machine, before it runs and while it does
 */
record HostingState(
    HeldIndex held,
    ShelvedPushes shelves,
    Families families,
    StoreFacts facts,
    FamilyLanes lanes,
    HuntNotifier notifier,
    FamilyDiary diary,
    LostObjects lostObjects,
    StorageAccounts accounts,
    TipLookup tips,
    DeferredHistoryChecks historyChecks,
    BlockingQueue<Input> purgatory) {

  static HostingState read(HostingParts parts, HostingPolicy policy) {
    EventStore events = parts.events();
    HeldIndex held = new HeldIndex(parts.repositories().waiting(), parts.charges().rows());
    Families families =
        new Families(
            events,
            new FamilyReader(
                events, parts.repositories(), held, policy.rules(), policy.maintainers()),
            parts.views());
    families.keepUp(parts.executor());
    DeferredHistoryChecks historyChecks =
        new DeferredHistoryChecks(
            policy.historyLooksMax(),
            policy.limits().maxHistoryAnswers(),
            families::of,
            parts.git(),
            parts.executor(),
            parts.clock()::nanos);
    return new HostingState(
        held,
        new ShelvedPushes(parts.repositories().placeholders(), parts.charges()),
        families,
        new StoreFacts(events, parts.repositories(), held, families),
        new FamilyLanes(parts.executor(), policy.limits().maxLaneQueue(), families::isKnownOwner),
        new HuntNotifier(parts.hunt(), HuntLanding.waiting(held), compared(events, held, policy)),
        new FamilyDiary(parts.diary(), parts.clock()),
        new LostObjects(),
        new StorageAccounts(policy.limits().quota(), parts.repositories()),
        new TipLookup(parts.repositories(), parts.git(), historyChecks),
        historyChecks,
        new LinkedBlockingQueue<>());
  }

  /** Hosted families, and families with lapsed events. */
  private static SortedSet<Identifier> compared(
      EventStore events, HeldIndex held, HostingPolicy policy) {
    SortedSet<Identifier> compared = hosted(events, policy);
    compared.addAll(HuntLanding.remembered(held));
    return compared;
  }

  private static SortedSet<Identifier> hosted(EventStore events, HostingPolicy policy) {
    SortedSet<Identifier> hosted = new TreeSet<>();
    StoreQueries.forEachAnnouncement(
        events,
        event ->
            Announcement.of(event)
                .filter(policy::keepsRepository)
                .ifPresent(announcement -> hosted.add(announcement.identifier())));
    return hosted;
  }
}
