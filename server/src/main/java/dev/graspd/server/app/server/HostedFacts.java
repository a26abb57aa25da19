package dev.graspd.server.app.server;

import dev.graspd.core.hunt.HuntView;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.Announcement;
import dev.graspd.core.repo.Family;
import dev.graspd.core.repo.Family.Announced;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.repo.RoleRecord;
import dev.graspd.core.repo.SignedRefs;
import dev.graspd.core.repo.Standing;
import dev.graspd.server.catalogue.Catalogue;
import dev.graspd.server.family.held.HeldEvent;
import dev.graspd.server.hosting.HostedRepository;
import dev.graspd.server.hosting.HostingStatus;
import dev.graspd.server.hosting.Repositories;
import dev.graspd.server.hunt.HuntReadings;
import dev.graspd.server.ops.pages.RepositoryFacts;
import dev.graspd.server.ops.pages.RepositoryFacts.Copy;
import dev.graspd.server.ops.pages.RepositoryFacts.Member;
import dev.graspd.server.ops.pages.RepositoryFacts.Position;
import dev.graspd.server.ops.pages.Situation;
import dev.graspd.server.talk.NameBook;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;

/** The facts of hosted repositories, for the pages. */
record HostedFacts(
    Repositories repositories,
    HostingStatus hosting,
    Optional<Catalogue> catalogue,
    Optional<NameBook> names,
    HuntReadings hunt,
    InstantSource clock)
    implements RepositoryFacts.Source {
  @Override
  public Optional<RepositoryFacts> of(RepoAddress address) {
    return repositories
        .find(address)
        .flatMap(hosted -> facts(hosted, hosting.family(address.identifier())));
  }

  private Optional<RepositoryFacts> facts(HostedRepository hosted, Family family) {
    return family
        .announcementOf(hosted.address().owner())
        .map(Announced::announcement)
        .map(announcement -> facts(hosted, announcement, family));
  }

  private RepositoryFacts facts(HostedRepository hosted, Announcement announcement, Family family) {
    Optional<Event> event = hosting.eventOf(announcement);
    return new RepositoryFacts(
        hosted.address(),
        event.map(one -> Announcement.text(one, "name")).orElse(""),
        event.map(one -> Announcement.text(one, "description")).orElse(""),
        members(announcement, family),
        hosted.refs(),
        SignedRefs.of(family.statesFor(hosted.address().owner())),
        situation(hosted),
        archived(hosted.address()),
        hosting.room(hosted.address()),
        catalogue.flatMap(list -> list.find(hosted.address())));
  }

  private Optional<Copy> archived(RepoAddress address) {
    return hosting.isArchived(address)
        ? Optional.of(new Copy(hosting.archivedFrom(address)))
        : Optional.empty();
  }

  private List<Member> members(Announcement announcement, Family family) {
    PublicKey owner = announcement.author();
    SortedSet<PublicKey> confirmed = family.membersOf(owner);
    SortedSet<PublicKey> others = new TreeSet<>(confirmed);
    others.addAll(announcement.listed());
    announcement.roles().stream().map(RoleRecord::key).forEach(others::add);
    others.remove(owner);
    SortedSet<PublicKey> all = new TreeSet<>(others);
    all.add(owner);
    SortedMap<PublicKey, String> called =
        names.map(book -> book.names(all)).orElseGet(Collections::emptySortedMap);
    List<Member> members = new ArrayList<>();
    members.add(member(owner, Position.OWNER, called, family));
    for (PublicKey other : others) {
      members.add(member(other, position(other, announcement, confirmed), called, family));
    }
    return members;
  }

  private static Member member(
      PublicKey key, Position position, SortedMap<PublicKey, String> called, Family family) {
    return new Member(key, position, Optional.ofNullable(called.get(key)), served(key, family));
  }

  private static Optional<EventId> served(PublicKey key, Family family) {
    return family
        .announcementOf(key)
        .filter(announced -> announced.standing() == Standing.SERVED)
        .map(announced -> announced.announcement().event().id());
  }

  private static Position position(
      PublicKey key, Announcement announcement, SortedSet<PublicKey> confirmed) {
    boolean leads =
        announcement.roles().stream()
            .anyMatch(role ->
                role.key().equals(key) && role.active() && role.rank() == RoleRecord.Rank.LEAD);
    if (confirmed.contains(key)) {
      return leads ? Position.LEAD : Position.MAINTAINER;
    }
    return announcement.listed().contains(key) ? Position.INVITED : Position.MODERATOR;
  }

  private Situation situation(HostedRepository hosted) {
    List<HeldEvent> held = hosting.held(hosted.address());
    boolean isMissing =
        held.stream().anyMatch(event -> !event.lapsed() && event.missing().count() > 0);
    Optional<HuntView> view = hunt.view(hosted.address().identifier());
    HuntFacts facts =
        new HuntFacts(
            hosted.address().owner(),
            hosted.refs(),
            view,
            view.flatMap(hunt::nextAttempt),
            isMissing);
    return new Situation(
        clock.instant(), hosted.standing(), held, facts.of(hosting.cloneUrls(hosted.address())));
  }
}
