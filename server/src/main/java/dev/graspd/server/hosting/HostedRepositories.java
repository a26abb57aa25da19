package dev.graspd.server.hosting;

import dev.graspd.core.policy.HostingRules;
import dev.graspd.core.repo.Family;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefSpace;
import dev.graspd.core.repo.Refs;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.repo.Standing;
import dev.graspd.core.repo.Submission;
import dev.graspd.core.store.RepositoryStore;
import dev.graspd.server.family.held.ShelvedPushes;
import dev.graspd.server.family.view.Families;
import java.time.Instant;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/** The repositories of current families and shelves. Thread-safe. */
record HostedRepositories(
    RepositoryStore store, Families families, ShelvedPushes shelves, HostingRules rules)
    implements Repositories {
  @Override
  public Optional<HostedRepository> find(RefSpace space) {
    return in(families.of(space.identifier()), space);
  }

  @Override
  @SuppressWarnings("OptionalMapToOptional") // not cached, and not there, are two answers
  public Optional<Optional<HostedRepository>> findAtOnce(RefSpace space) {
    return families.cached(space.identifier()).map(family -> in(family, space));
  }

  private Optional<HostedRepository> in(Family family, RefSpace space) {
    return switch (space.kind()) {
      case REPOSITORY -> repository(space.address(), family);
      case SUBMISSIONS ->
          rules.takesSubmissions() ? Optional.of(submissions(space, family)) : Optional.empty();
    };
  }

  /** Every possible name has one; most of them are empty. */
  private HostedRepository submissions(RefSpace space, Family family) {
    Refs refs = Submission.refsOf(space.owner(), family.submissions().values());
    return new HostedRepository(space, Standing.SERVED, refs, shelves.refsOf(space));
  }

  private Optional<HostedRepository> repository(RepoAddress address, Family family) {
    return family
        .announcementOf(address.owner())
        .filter(announced -> announced.hosting().hasRepository())
        .map(announced ->
            new HostedRepository(
                address,
                announced.standing(),
                announced.standing() == Standing.LAPSED ? Refs.NONE : family.refs(address.owner()),
                shelves.refsOf(RefSpace.ofRepository(address))));
  }

  @Override
  public SortedSet<Oid> servedTips(Identifier identifier) {
    Family family = families.of(identifier);
    SortedSet<Oid> tips = new TreeSet<>();
    family
        .announcements()
        .forEach((owner, announced) -> {
          if (announced.hosting().hasRepository() && announced.standing().counts()) {
            tips.addAll(family.refs(owner).values().values());
          }
        });
    if (rules.takesSubmissions()) {
      family.submissions().values().forEach(submission -> tips.add(submission.commit()));
    }
    return tips;
  }

  @Override
  public Optional<Instant> restorableUntil(RepoAddress address) {
    return store
        .ended()
        .find(address)
        .filter(ended -> ended.phase().isRestorable())
        .map(ended -> Instant.ofEpochSecond(ended.untilSeconds()));
  }
}
