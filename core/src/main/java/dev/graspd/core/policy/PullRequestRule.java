package dev.graspd.core.policy;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.nostr.refusal.EventReason;
import dev.graspd.core.repo.Family;
import dev.graspd.core.repo.Family.Offered;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.PullRequest;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.repo.Standing;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Kinds 1618 and 1619 (grasp.md, G01-13 and G06-4). */
final class PullRequestRule {
  private PullRequestRule() {}

  static Admission decide(Event event, Facts facts, HostingRules rules) {
    Optional<PullRequest> parsed = PullRequest.of(event);
    if (parsed.isEmpty()) {
      return new Admission.Refuse(EventReason.PULL_REQUEST_WITHOUT_COMMIT.refusal());
    }
    PullRequest request = parsed.get();
    SortedMap<Identifier, SortedSet<PublicKey>> targets = targetsOf(event, request, facts);
    if (!targets.isEmpty()) {
      // One family keeps it: the first by name, so that every lookup finds the same one.
      var home = targets.firstEntry();
      return join(request, facts.family(home.getKey()), home.getValue(), rules);
    }
    return rules
        .homeOfSubmission(request)
        .map(home -> join(request, facts.family(home), request.ownersNamed(home), rules))
        .orElseGet(() -> new Admission.Refuse(EventReason.PULL_REQUEST_UNRELATED.refusal()));
  }

  private static Admission join(
      PullRequest request, Family family, SortedSet<PublicKey> targets, HostingRules rules) {
    return new Admission.Join(
        family.with(
            new Offered(
                request,
                targets,
                Standing.WAITING,
                rules.isSubmission(request, family.identifier()))),
        Collections.emptySortedSet(),
        ": commit " + request.tip());
  }

  /** The repositories here that a pull request is for, by their identifier. */
  private static SortedMap<Identifier, SortedSet<PublicKey>> targetsOf(
      Event event, PullRequest request, Facts facts) {
    SortedMap<Identifier, SortedSet<PublicKey>> targets = new TreeMap<>();
    collect(request, facts, targets);
    if (targets.isEmpty()) {
      event.tags().stream()
          .filter(tag -> Admission.NAMING_TAGS.contains(tag.name()))
          .flatMap(tag -> Admission.namedPullRequest(tag, facts).stream())
          .forEach(named -> collect(named, facts, targets));
    }
    return targets;
  }

  private static void collect(
      PullRequest request, Facts facts, SortedMap<Identifier, SortedSet<PublicKey>> targets) {
    for (RepoAddress address : request.repositories()) {
      if (facts.family(address.identifier()).owners().contains(address.owner())) {
        targets.computeIfAbsent(address.identifier(), _ -> new TreeSet<>()).add(address.owner());
      }
    }
  }
}
