package dev.graspd.server.family.ended;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.policy.Facts;
import dev.graspd.core.policy.HostingRules;
import dev.graspd.core.policy.end.RepositoryEnd;
import dev.graspd.core.repo.Announcement;
import dev.graspd.core.repo.Family;
import dev.graspd.core.repo.Family.Announced;
import dev.graspd.core.repo.HostingMode;
import dev.graspd.core.repo.PullRequest;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.Refs;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.repo.Standing;
import dev.graspd.core.repo.Submission;
import dev.graspd.core.store.ended.EndedRepository;
import dev.graspd.server.base.UptimeClock;
import dev.graspd.server.family.FamilyChange;
import dev.graspd.server.family.FamilyEffect;
import dev.graspd.server.family.FamilyEffect.EndRepository;
import dev.graspd.server.family.FamilyEffect.Remove;
import dev.graspd.server.family.objects.TipLookup;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * Decides the change that ends a repository: refs and announcement are removed, and the row of the
 * ended repository is written, in one transaction. Called inside the family's lane.
 */
public record RepositoryEnding(
    Facts facts, HostingRules rules, TipLookup tips, UptimeClock clock, EndedTimes times) {
  /**
   * Why the hosting ends.
   *
   * @param words which request, announcement or list ends it
   * @param newestAt the {@code created_at} of the newest known announcement
   */
  record Reason(EndedRepository.Cause cause, String words, long newestAt) {}

  /**
   * Ends the repository of an owner whose announcement is removed.
   *
   * @param before the view that was decided on
   * @param ended the same without the removed events
   * @param removed the announcement and other events
   */
  FamilyChange deleted(
      Family before, Family ended, Announced own, Reason why, List<Remove> removed) {
    PublicKey owner = own.announcement().author();
    RepositoryEnd end = RepositoryEnd.of(before, ended, owner, this::isHosted);
    // Removed events are in neither; a vanished key loses its own pull requests.
    Family after =
        withSubmissions(
            end.family(),
            ended.refs(owner),
            signer -> why.cause() != EndedRepository.Cause.VANISHED || !signer.equals(owner));
    return change(before, after, row(own, end.refs(), why), end.along(), removed);
  }

  /** Ends a repository and sets its announcement aside, because its owner did not delete it. */
  FamilyChange unwelcome(Family before, Announced own, String list) {
    Announcement announcement = own.announcement();
    // Under the rules of now it may have no repository; until now it had one.
    Family hosted = before.with(new Announced(announcement, own.standing(), HostingMode.HOSTED));
    EventId id = announcement.event().id();
    RepositoryEnd end =
        RepositoryEnd.of(hosted, hosted.without(id), announcement.author(), this::isHosted);
    SortedSet<EventId> along = new TreeSet<>(end.along());
    along.add(id);
    Reason why =
        new Reason(EndedRepository.Cause.UNWELCOME, list, announcement.event().createdAt());
    Family after = withSubmissions(end.family(), end.refs(), _ -> true);
    return change(before, after, row(own, end.refs(), why), along, List.of());
  }

  /** Ends a repository that has refs and no announcement. */
  FamilyChange orphaned(Family before, PublicKey owner) {
    long now = clock.now().epochSeconds();
    EndedRepository row =
        new EndedRepository(
            new RepoAddress(owner, before.identifier()),
            EndedRepository.Cause.ORPHANED,
            EndedRepository.Phase.GATHERING,
            before.refs(owner),
            Optional.empty(),
            0,
            now,
            until(now),
            "");
    Family after =
        withSubmissions(before.withRefs(owner, Refs.NONE), before.refs(owner), _ -> true);
    return change(before, after, row, new TreeSet<>(), List.of());
  }

  private FamilyChange change(
      Family before,
      Family after,
      EndedRepository row,
      SortedSet<EventId> along,
      List<Remove> removed) {
    List<FamilyEffect> first = new ArrayList<>(removed);
    first.add(new EndRepository(row, along));
    return FamilyChange.of(before, after, tips.settle(after), first).causedBy(row.because());
  }

  /** Pull requests that are also submissions can still be fetched below {@code /prs/}. */
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
    return facts.family(address.identifier()).owners().contains(address.owner());
  }

  /** Only a served repository can be restored; one without git data would begin as new. */
  private EndedRepository row(Announced own, Refs refs, Reason why) {
    long now = clock.now().epochSeconds();
    boolean isKept =
        own.standing() == Standing.SERVED && why.cause() != EndedRepository.Cause.VANISHED;
    return new EndedRepository(
        own.announcement().address(),
        why.cause(),
        isKept ? EndedRepository.Phase.GATHERING : EndedRepository.Phase.CONDEMNED,
        refs,
        Optional.of(own.announcement().event().id()),
        why.newestAt(),
        now,
        isKept ? until(now) : now,
        why.words());
  }

  private long until(long now) {
    return now + Math.max(1, times.retention().toSeconds());
  }
}
