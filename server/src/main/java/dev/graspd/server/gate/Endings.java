package dev.graspd.server.gate;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.policy.Facts;
import dev.graspd.core.policy.HostingRules;
import dev.graspd.core.policy.Retreat;
import dev.graspd.core.repo.Announcement;
import dev.graspd.core.repo.Family;
import dev.graspd.core.repo.Family.Announced;
import dev.graspd.core.repo.Hosting;
import dev.graspd.core.repo.PullRequest;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.Refs;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.repo.Standing;
import dev.graspd.core.repo.Submission;
import dev.graspd.core.store.Holding;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * What is written when the hosting of a repository ends: refs and announcement go, and what is kept
 * of it begins, in one transaction. Called inside the family's lane.
 */
final class Endings {
  private final Facts facts;
  private final HostingRules rules;
  private final TipLookup tips;
  private final UptimeClock clock;
  private final HoldingTimes times;

  Endings(Facts facts, HostingRules rules, TipLookup tips, UptimeClock clock, HoldingTimes times) {
    this.facts = facts;
    this.rules = rules;
    this.tips = tips;
    this.clock = clock;
    this.times = times;
  }

  /**
   * Why the hosting ends.
   *
   * @param words the same, naming the request, the announcement or the list
   * @param newestAt the {@code created_at} of the newest announcement that is known
   */
  record Reason(Holding.Cause cause, String words, long newestAt) {}

  /**
   * Ends the repository of an owner whose announcement goes for good.
   *
   * @param before the view that this is decided on
   * @param ended the same without the announcement, and without all else that goes for good
   */
  FamilyChange deleted(Family before, Family ended, Announced own, Reason why) {
    PublicKey owner = own.announcement().author();
    Retreat retreat = Retreat.of(before, ended, owner, this::isHosted);
    // What goes for good is in neither; who vanishes takes their own pull requests along.
    Family after =
        withSubmissions(
            retreat.family(),
            ended.refs(owner),
            signer -> why.cause() != Holding.Cause.VANISHED || !signer.equals(owner));
    return change(before, after, holding(own, retreat.refs(), why), retreat.along());
  }

  /** Ends a repository whose announcement is kept with it: nobody has asked to delete it. */
  FamilyChange unwelcome(Family before, Announced own, String list) {
    Announcement announcement = own.announcement();
    // The rules of now may say that it has no repository; until now it had one.
    Family hosted = before.with(new Announced(announcement, own.standing(), Hosting.HOSTED));
    EventId id = announcement.event().id();
    Retreat retreat = Retreat.of(hosted, hosted.without(id), announcement.author(), this::isHosted);
    SortedSet<EventId> along = new TreeSet<>(retreat.along());
    along.add(id);
    Reason why = new Reason(Holding.Cause.UNWELCOME, list, announcement.event().createdAt());
    Family after = withSubmissions(retreat.family(), retreat.refs(), _ -> true);
    return change(before, after, holding(own, retreat.refs(), why), along);
  }

  /** Keeps refs whose announcement went without being asked for. */
  FamilyChange orphaned(Family before, PublicKey owner) {
    long now = clock.now().epochSeconds();
    Holding holding =
        new Holding(
            new RepoAddress(owner, before.identifier()),
            Holding.Cause.ORPHANED,
            Holding.Phase.GATHERING,
            before.refs(owner),
            Optional.empty(),
            0,
            now,
            end(now),
            "");
    Family after =
        withSubmissions(before.withRefs(owner, Refs.NONE), before.refs(owner), _ -> true);
    return new FamilyChange(before, after, tips.settle(after)).withEnded(holding, new TreeSet<>());
  }

  private FamilyChange change(
      Family before, Family after, Holding holding, SortedSet<EventId> along) {
    return new FamilyChange(before, after, tips.settle(after))
        .withCause(holding.because())
        .withEnded(holding, along);
  }

  /** A pull request that stays, because it names its signer's place, is fetched from there now. */
  private Family withSubmissions(Family family, Refs gone, Predicate<PublicKey> stays) {
    Family after = family;
    for (RefName ref : gone.values().keySet()) {
      Optional<Submission> staying =
          ref.nostrEvent()
              .flatMap(facts::accepted)
              .flatMap(PullRequest::of)
              .filter(request -> stays.test(request.event().author()))
              .filter(request -> rules.isSubmission(request, family.identifier()))
              .flatMap(request -> Submission.of(request, family.identifier()));
      after = staying.map(after::with).orElse(after);
    }
    return after;
  }

  private boolean isHosted(RepoAddress address) {
    return facts
        .family(address.identifier())
        .announcementOf(address.owner())
        .filter(Announced::isRepository)
        .isPresent();
  }

  /** Only what was served can come back at once; one that never had git data begins anew. */
  private Holding holding(Announced own, Refs refs, Reason why) {
    long now = clock.now().epochSeconds();
    boolean isKept = own.standing() == Standing.SERVED && why.cause() != Holding.Cause.VANISHED;
    return new Holding(
        own.announcement().address(),
        why.cause(),
        isKept ? Holding.Phase.GATHERING : Holding.Phase.CONDEMNED,
        refs,
        Optional.of(own.announcement().event().id()),
        why.newestAt(),
        now,
        isKept ? end(now) : now,
        why.words());
  }

  private long end(long now) {
    return now + Math.max(1, times.retention().toSeconds());
  }
}
