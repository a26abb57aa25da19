package dev.graspd.server.site.person.serve;

import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.talk.event.TalkEvent.Root;
import dev.graspd.core.talk.member.Profile;
import dev.graspd.core.talk.member.ServerList;
import dev.graspd.core.talk.thread.Titles;
import dev.graspd.server.catalogue.Catalogue;
import dev.graspd.server.catalogue.CatalogueEntry;
import dev.graspd.server.catalogue.CatalogueQuery;
import dev.graspd.server.site.page.SiteFrame;
import dev.graspd.server.site.person.PersonFacts;
import dev.graspd.server.site.person.PersonFacts.Begun;
import dev.graspd.server.site.person.PersonFacts.Some;
import dev.graspd.server.site.person.PersonPage;
import dev.graspd.server.talk.NameBook;
import dev.graspd.server.talk.PersonEvents;
import dev.graspd.server.talk.PersonEvents.Said;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** The pages of people (W-60). Thread-safe. */
public final class PersonSite {
  /** Repositories of one kind that a person's page shows. */
  public static final int REPOSITORIES_MAX = 100;

  /**
   * What a person is known by.
   *
   * @param isHosted whether a repository has pages
   * @param owners the owners of the repositories of one name for which a key may speak
   */
  public record Parts(
      Catalogue catalogue,
      PersonEvents events,
      NameBook names,
      Predicate<RepoAddress> isHosted,
      Owners owners) {}

  /** Tells who shares a repository with whom. */
  @FunctionalInterface
  public interface Owners {
    SortedSet<PublicKey> of(Identifier identifier, PublicKey maintainer);
  }

  private final Parts parts;

  public PersonSite(Parts parts) {
    this.parts = parts;
  }

  /** Returns what is known of a person; empty if nothing of it is here. */
  public Optional<PersonFacts> of(PublicKey key) {
    Said<Profile> profile = parts.events.profile(key);
    Said<ServerList> servers = parts.events.servers(key);
    PersonEvents.Begun begun = parts.events.begun(key);
    Catalogue.Part owned =
        parts.catalogue.list(CatalogueQuery.ALL.withOwner(key).withLimit(REPOSITORIES_MAX));
    PersonFacts facts =
        new PersonFacts(
            key,
            profile.content(),
            profile.signed(),
            servers.content(),
            servers.signed(),
            new Some<>(owned.entries(), owned.next().isPresent()),
            maintained(key),
            new Some<>(begun.threads().stream().map(this::begun).toList(), begun.hasMore()));
    return Optional.of(facts).filter(PersonFacts::isAny);
  }

  /** Returns whether a person has a page. */
  public boolean hasPage(PublicKey key) {
    return !parts.names.of(key).equals(Profile.NONE) || of(key).isPresent();
  }

  /** Returns the page of a person, if it has one. */
  public Optional<String> page(SiteFrame frame, PublicKey key) {
    return of(key)
        .map(facts ->
            PersonPage.of(
                frame,
                facts,
                parts.names.names(facts.owners().collect(Collectors.toCollection(TreeSet::new)))));
  }

  private Some<CatalogueEntry> maintained(PublicKey key) {
    List<CatalogueEntry> found = new ArrayList<>();
    for (Identifier identifier : parts.events.announced(key)) {
      for (PublicKey owner : parts.owners.of(identifier, key)) {
        if (found.size() == REPOSITORIES_MAX) {
          return new Some<>(found, true);
        }
        if (!owner.equals(key)) {
          parts.catalogue.find(new RepoAddress(owner, identifier)).ifPresent(found::add);
        }
      }
    }
    return new Some<>(found, false);
  }

  private Begun begun(Root root) {
    return new Begun(
        root.id(),
        root.kind(),
        Titles.own(root),
        root.head().createdAt(),
        root.repositories().stream().filter(parts.isHosted).findFirst());
  }
}
