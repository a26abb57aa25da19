package dev.graspd.server.family;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.policy.KeptOut;
import dev.graspd.core.policy.room.Quota;
import dev.graspd.core.repo.ArrivedTip;
import dev.graspd.core.repo.Refs;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.repo.Submission;
import dev.graspd.core.store.PackRecord;
import dev.graspd.core.store.Placeholder;
import dev.graspd.core.store.Removal;
import dev.graspd.core.store.Wait;
import dev.graspd.core.store.ended.EndedRepository;
import java.util.List;
import java.util.SortedSet;

/**
 * One effect of a change on a family. {@link EffectsInStore} writes it, and the diary reads the
 * same list.
 */
public sealed interface FamilyEffect {
  /** A new event is served or begins to wait. If the store refuses it, nothing is written. */
  record Arrive(Event event, FamilyChange.Place place, boolean isServed) implements FamilyEffect {}

  /** An event is removed. */
  record Remove(EventId id, Removal why) implements FamilyEffect {}

  /** A repository ends, and these events are set aside with it. */
  record EndRepository(EndedRepository kept, SortedSet<EventId> along) implements FamilyEffect {}

  /** A newer version replaces a held event. */
  record Replace(EventId id) implements FamilyEffect {}

  /** A held event is served from now on. */
  record Release(EventId id) implements FamilyEffect {}

  /** A held state is removed because a newer one is served. */
  record Drop(EventId id) implements FamilyEffect {}

  record MoveRefs(RepoAddress repository, Refs before, Refs after) implements FamilyEffect {}

  /** A pull request can no longer be fetched from its signer's place. */
  record Withdraw(Submission submission) implements FamilyEffect {}

  /** A pull request can be fetched from its signer's place. */
  record Submit(Submission submission) implements FamilyEffect {}

  /** A held event waits for its full time again; the remark is for the diary and may be empty. */
  record Renew(EventId id, String remark) implements FamilyEffect {}

  /** A held event lapses and is remembered for a while. */
  record Lapse(EventId id, Wait remembered) implements FamilyEffect {}

  /** New packs of one repository; their room is taken before they are published. */
  record PutPacks(List<PackRecord> packs, Quota.Cause cause) implements FamilyEffect {
    public PutPacks {
      packs = List.copyOf(packs);
    }
  }

  /** A push stops waiting for its event. */
  record Unshelve(Placeholder push, Why why) implements FamilyEffect {
    enum Why {
      EVENT_CAME,
      PUSHED_AGAIN,
      GIVEN_UP
    }
  }

  /** A push begins to wait for its event. */
  record Shelve(Placeholder push) implements FamilyEffect {}

  /** An ended repository can no longer be restored. */
  record Condemn(EndedRepository kept) implements FamilyEffect {}

  /**
   * An ended repository is restored.
   *
   * @param back events that the view counts on, which must be served again
   * @param waiting events that wait again; the other set-aside events follow
   * @param keptOut events that lists exclude
   */
  record RestoreRepository(
      EndedRepository kept, List<Event> back, List<Event> waiting, KeptOut keptOut)
      implements FamilyEffect {
    public RestoreRepository {
      back = List.copyOf(back);
      waiting = List.copyOf(waiting);
    }
  }

  /** An event that still waits names an arrived object. */
  record RememberArrived(ArrivedTip tip) implements FamilyEffect {}

  /** No held event names an arrived object now. */
  record ForgetArrived(ArrivedTip tip) implements FamilyEffect {}
}
