package dev.graspd.server.hosting;

import dev.graspd.core.nostr.Filter;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.policy.FamilyCheck;
import dev.graspd.core.policy.HostingRules;
import dev.graspd.core.repo.Announcement;
import dev.graspd.core.repo.ArrivedTip;
import dev.graspd.core.repo.Brought;
import dev.graspd.core.repo.Family;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Maintainers;
import dev.graspd.core.repo.ObjectsHere;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.repo.Standing;
import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.RepositoryStore;
import dev.graspd.core.store.RepositoryStore.Rows;
import dev.graspd.core.store.ended.EndedRepository;
import dev.graspd.server.base.FamilyWalk;
import dev.graspd.server.charge.ByteBudget;
import dev.graspd.server.family.held.HostingLimits;
import dev.graspd.server.family.objects.DeferredHistoryChecks;
import dev.graspd.server.family.objects.GitObjects;
import dev.graspd.server.family.objects.TipLookup;
import dev.graspd.server.family.view.Families;
import dev.graspd.server.family.view.FamilyLog;
import dev.graspd.server.family.view.FamilyReader;
import dev.graspd.server.family.view.StoreQueries;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Checks every family of a store that nobody writes to. Changes nothing. */
public final class HostingCheck {
  /** Objects of history that a check of one family visits. */
  private static final int LOOKS_MAX = 100_000;

  /** Families are visited one after the other. */
  private static final long VIEWS_BYTES = 16L << 20;

  private final EventStore events;
  private final RepositoryStore repositories;
  private final Families families;

  public HostingCheck(
      EventStore events,
      RepositoryStore repositories,
      HostingRules rules,
      Maintainers.Mode maintainers) {
    this.events = events;
    this.repositories = repositories;
    this.families =
        new Families(
            new FamilyLog(events),
            new FamilyReader(events, repositories, rules, maintainers),
            new ByteBudget("families", VIEWS_BYTES));
  }

  /** Returns every family that has a row in the store, each once, read as they are asked for. */
  public Stream<Identifier> families() {
    return Stream.concat(
        FamilyWalk.changed(repositories).filter(this::isHere), unchanged().stream());
  }

  /** A store of an earlier release has no version of a family that has not changed since. */
  private SortedSet<Identifier> unchanged() {
    SortedSet<Identifier> unchanged = new TreeSet<>();
    Consumer<Identifier> adder =
        family -> {
          if (repositories.version(family) == 0) {
            unchanged.add(family);
          }
        };
    for (Rows rows : Rows.values()) {
      FamilyWalk.families(repositories, rows).forEach(adder);
    }
    repositories.waiting().forEach(one -> adder.accept(one.until().home()));
    repositories.placeholders().forEach(one -> adder.accept(one.space().identifier()));
    repositories.ended().all().forEach(one -> adder.accept(one.repository().identifier()));
    StoreQueries.forEachAnnouncement(
        events, event -> Announcement.of(event).map(Announcement::identifier).ifPresent(adder));
    return unchanged;
  }

  private boolean isHere(Identifier family) {
    return !repositories.refs(family).isEmpty()
        || !repositories.packs(family).isEmpty()
        || !repositories.waiting(family).isEmpty()
        || !repositories.placeholders(family).isEmpty()
        || !repositories.submissions(family).isEmpty()
        || !repositories.ended().of(family).isEmpty()
        || isAnnounced(family);
  }

  private boolean isAnnounced(Identifier family) {
    Filter announced =
        Filter.builder()
            .kinds(List.of(Kinds.ANNOUNCEMENT))
            .tag('d', List.of(family.text()))
            .build();
    return !StoreQueries.forEach(events, announced, 1, 1, _ -> false);
  }

  /** Returns the problems of one family. */
  public List<String> problems(Identifier identifier, GitObjects git) {
    Family family = families.of(identifier);
    List<String> problems = new ArrayList<>();
    DeferredHistoryChecks late =
        new DeferredHistoryChecks(
            LOOKS_MAX, HostingLimits.HISTORY_ANSWERS, families::of, git, _ -> {}, () -> 0);
    try (TipLookup.Here here = new TipLookup(repositories, git, late).of(family)) {
      problems.addAll(FamilyCheck.problems(family, here, events::served));
    }
    problems.addAll(arrived(family, git.of(identifier)));
    for (EndedRepository ended : repositories.ended().of(identifier)) {
      if (ended.phase().isRestorable() && isServed(ended.repository())) {
        problems.add(ended.repository() + " is hosted, and kept as one that has ended");
      }
    }
    return problems;
  }

  /** Objects that arrived for held events and are gone. */
  private List<String> arrived(Family family, ObjectsHere stored) {
    List<ArrivedTip> rows = repositories.arrived(family.identifier());
    return ArrivedTip.remembered(family, rows, Brought.NOTHING).stream()
        .filter(row -> stored.kindOf(row.tip()).isEmpty())
        .map(row -> "object %s was brought for %s and is gone".formatted(row.tip(), row.signer()))
        .toList();
  }

  private boolean isServed(RepoAddress repository) {
    return families
        .of(repository.identifier())
        .announcementOf(repository.owner())
        .filter(own -> own.standing() == Standing.SERVED && own.isRepository())
        .isPresent();
  }
}
