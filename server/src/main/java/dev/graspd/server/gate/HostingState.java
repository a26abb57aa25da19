package dev.graspd.server.gate;

import dev.graspd.core.nostr.Filter;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.purgatory.Input;
import dev.graspd.core.repo.Announcement;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.store.EventStore;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * What all parts of hosting share in memory, as the store has it when a server starts.
 *
 * @param purgatory what the machine of what waits is told, before it runs and while it does
 */
record HostingState(
    HeldIndex held,
    Shelves shelves,
    Families families,
    StoreFacts facts,
    Lanes lanes,
    HuntNews news,
    FamilyNotes notes,
    Losses losses,
    Accounts accounts,
    TipLookup tips,
    LateAnswers late,
    BlockingQueue<Input> purgatory) {
  private static final int SLICE_WORK = 10_000;
  private static final int SLICE_BYTES = 4 << 20;

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
    LateAnswers late =
        new LateAnswers(
            policy.historyLooksMax(),
            policy.limits().maxHistoryAnswers(),
            families::of,
            parts.git(),
            parts.executor(),
            parts.clock()::nanos);
    return new HostingState(
        held,
        new Shelves(parts.repositories().placeholders(), parts.charges()),
        families,
        new StoreFacts(
            events,
            parts.repositories(),
            held,
            families,
            new Participants(events, parts.repositories(), held)),
        new Lanes(parts.executor(), policy.limits().maxLaneQueue(), families::isKnownOwner),
        new HuntNews(parts.hunt(), HuntLanding.waiting(held), compared(events, held, policy)),
        new FamilyNotes(parts.diary(), parts.clock()),
        new Losses(),
        new Accounts(policy.limits().quota(), parts.repositories().packs()),
        new TipLookup(parts.repositories(), parts.git(), late),
        late,
        new LinkedBlockingQueue<>());
  }

  /** The families that are hosted, and those of which lapsed events are remembered. */
  private static SortedSet<Identifier> compared(
      EventStore events, HeldIndex held, HostingPolicy policy) {
    SortedSet<Identifier> compared = hosted(events, policy);
    compared.addAll(HuntLanding.remembered(held));
    return compared;
  }

  private static SortedSet<Identifier> hosted(EventStore events, HostingPolicy policy) {
    Filter announcements = Filter.builder().kinds(List.of(Kinds.ANNOUNCEMENT)).build();
    SortedSet<Identifier> hosted = new TreeSet<>();
    boolean _ =
        StoreQueries.forEach(
            events,
            announcements,
            SLICE_WORK,
            SLICE_BYTES,
            event -> {
              Announcement.of(event)
                  .filter(policy::keepsRepository)
                  .ifPresent(announcement -> hosted.add(announcement.identifier()));
              return true;
            });
    return hosted;
  }
}
