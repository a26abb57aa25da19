package dev.graspd.server.site.find.serve;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.nostr.Tag;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.search.SearchText;
import dev.graspd.core.talk.event.RootKind;
import dev.graspd.core.talk.event.TalkEvent.PatchPosition;
import dev.graspd.core.talk.event.TalkEvent.Root;
import dev.graspd.core.talk.event.TalkReader;
import dev.graspd.core.talk.list.RowFilter.Section;
import dev.graspd.core.talk.member.Profile;
import dev.graspd.core.talk.thread.Titles;
import dev.graspd.server.site.address.RepositoryView;
import dev.graspd.server.site.address.SiteAddress;
import dev.graspd.server.site.address.TalkView;
import dev.graspd.server.site.find.FindHit;
import dev.graspd.server.site.find.Snippet;
import java.util.Optional;

/** Tells what a found event is called and where it has its page. */
record HitReader(ServiceSearch parts, SearchText asked) {
  FindHit hit(Event event) {
    return switch (event.kind()) {
      case Kinds.ANNOUNCEMENT -> repository(event);
      case Kinds.METADATA -> person(event);
      default ->
          TalkReader.read(event)
              .filter(Root.class::isInstance)
              .map(Root.class::cast)
              .map(root -> thread(event, root))
              .orElseGet(() -> plain(event));
    };
  }

  private FindHit repository(Event event) {
    Optional<RepoAddress> here =
        Identifier.ofRepositoryEvent(event)
            .map(identifier -> new RepoAddress(event.author(), identifier))
            .filter(parts.isHosted());
    return new FindHit(
        event.head(),
        value(event, "name").or(() -> value(event, "d")).orElse(""),
        here.isPresent() ? "repository" : "announcement of a repository that is not hosted here",
        here.<SiteAddress>map(
                address -> new SiteAddress.OfRepository(address, new RepositoryView.Summary()))
            .orElseGet(() -> new SiteAddress.SignedEvent(event.id())),
        here,
        Snippet.of(value(event, "description").orElse(""), asked));
  }

  private FindHit person(Event event) {
    Profile profile = Profile.of(event);
    return new FindHit(
        event.head(),
        profile.name().or(profile::nip05).orElse(""),
        "person",
        parts.hasPage().test(event.author())
            ? new SiteAddress.Person(event.author())
            : new SiteAddress.SignedEvent(event.id()),
        Optional.empty(),
        Snippet.of(profile.about().orElse(""), asked));
  }

  private FindHit thread(Event event, Root root) {
    Optional<RepoAddress> here = root.repositories().stream().filter(parts.isHosted()).findFirst();
    return new FindHit(
        event.head(),
        Titles.own(root),
        word(root.kind()),
        here.filter(_ -> begins(root))
            .<SiteAddress>map(address -> conversation(address, root))
            .orElseGet(() -> new SiteAddress.SignedEvent(event.id())),
        here,
        Snippet.of(root.content(), asked));
  }

  /**
   * A later patch of a series has no page of its own; the page of its event leads to the series.
   */
  private static boolean begins(Root root) {
    return root.patch().flatMap(PatchPosition::previous).isEmpty();
  }

  private static SiteAddress conversation(RepoAddress repository, Root root) {
    Section section = root.kind().bringsCommits() ? Section.PULL_REQUESTS : Section.ISSUES;
    return new SiteAddress.OfRepository(
        repository, new RepositoryView.Talk(new TalkView.Conversation(section, root.id().hex())));
  }

  private static String word(RootKind kind) {
    return switch (kind) {
      case ISSUE -> "issue";
      case PULL_REQUEST -> "pull request";
      case PATCH -> "patch";
    };
  }

  private FindHit plain(Event event) {
    return new FindHit(
        event.head(),
        "",
        "event",
        new SiteAddress.SignedEvent(event.id()),
        Optional.empty(),
        Snippet.of(event.content(), asked));
  }

  private static Optional<String> value(Event event, String name) {
    return event.tags().stream()
        .filter(tag -> tag.is(name) && tag.hasValue() && !tag.value().isBlank())
        .map(Tag::value)
        .findFirst();
  }
}
