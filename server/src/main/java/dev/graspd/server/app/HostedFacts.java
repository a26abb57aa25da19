package dev.graspd.server.app;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.Announcement;
import dev.graspd.core.repo.Family;
import dev.graspd.core.repo.Family.Announced;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.repo.Role;
import dev.graspd.core.repo.Standing;
import dev.graspd.server.gate.HostedRepository;
import dev.graspd.server.gate.RepositoryHost;
import dev.graspd.server.ops.pages.RepositoryFacts;
import dev.graspd.server.ops.pages.RepositoryFacts.Held;
import dev.graspd.server.ops.pages.RepositoryFacts.Member;
import dev.graspd.server.ops.pages.RepositoryFacts.Position;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;

/** Tells the pages what the gate knows of a repository. */
record HostedFacts(RepositoryHost host) implements RepositoryFacts.Source {
  @Override
  public Optional<RepositoryFacts> of(RepoAddress address) {
    return host.find(address).flatMap(hosted -> facts(hosted, host.family(address.identifier())));
  }

  private Optional<RepositoryFacts> facts(HostedRepository hosted, Family family) {
    return family
        .announcementOf(hosted.address().owner())
        .map(Announced::announcement)
        .map(announcement ->
            new RepositoryFacts(
                hosted.address(),
                announcement.text("name"),
                announcement.text("description"),
                members(announcement, family),
                hosted.refs(),
                held(family)));
  }

  private static List<Member> members(Announcement announcement, Family family) {
    PublicKey owner = announcement.author();
    SortedSet<PublicKey> confirmed = family.membersOf(owner);
    List<Member> members = new ArrayList<>();
    members.add(new Member(owner, Position.OWNER));
    SortedSet<PublicKey> others = new TreeSet<>(confirmed);
    others.addAll(announcement.listed());
    announcement.roles().stream().map(Role::key).forEach(others::add);
    others.remove(owner);
    for (PublicKey other : others) {
      members.add(new Member(other, position(other, announcement, confirmed)));
    }
    return members;
  }

  private static Position position(
      PublicKey key, Announcement announcement, SortedSet<PublicKey> confirmed) {
    boolean leads =
        announcement.roles().stream()
            .anyMatch(
                role -> role.key().equals(key) && role.active() && role.rank() == Role.Rank.LEAD);
    if (confirmed.contains(key)) {
      return leads ? Position.LEAD : Position.MAINTAINER;
    }
    return announcement.listed().contains(key) ? Position.INVITED : Position.MODERATOR;
  }

  private List<Held> held(Family family) {
    SortedMap<EventId, Instant> ends = host.waiting(family.identifier());
    List<Held> held = new ArrayList<>();
    family.announcements().values().stream()
        .filter(one -> one.standing() == Standing.WAITING)
        .forEach(one ->
            add(held, ends, one.announcement().event().id(), "announcement", "no git data yet"));
    family.states().stream()
        .filter(one -> one.standing() == Standing.WAITING)
        .forEach(
            one -> add(held, ends, one.state().id(), "state", "not all of its objects are here"));
    family.pullRequests().values().stream()
        .filter(one -> one.standing() == Standing.WAITING)
        .forEach(one ->
            add(
                held,
                ends,
                one.request().event().id(),
                "pull request",
                "commit " + one.request().tip() + " is not here"));
    return held;
  }

  private static void add(
      List<Held> held, SortedMap<EventId, Instant> ends, EventId id, String what, String why) {
    Instant end = ends.get(id);
    if (end != null) {
      held.add(new Held(id, what, why, end));
    }
  }
}
