package dev.graspd.server.site.person;

import static dev.graspd.server.site.html.Html.classed;
import static dev.graspd.server.site.html.Html.code;
import static dev.graspd.server.site.html.Html.element;
import static dev.graspd.server.site.html.Html.foreign;
import static dev.graspd.server.site.html.Html.link;
import static dev.graspd.server.site.html.Html.text;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.nostr.EventHead;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.talk.event.RootKind;
import dev.graspd.core.talk.list.RowFilter.Section;
import dev.graspd.server.catalogue.CatalogueEntry;
import dev.graspd.server.site.address.Addresses;
import dev.graspd.server.site.address.ApiAddress;
import dev.graspd.server.site.address.ApiAddresses;
import dev.graspd.server.site.address.RepositoryView;
import dev.graspd.server.site.address.SiteAddress;
import dev.graspd.server.site.address.TalkView;
import dev.graspd.server.site.html.Html.Attribute;
import dev.graspd.server.site.html.Html.Element;
import dev.graspd.server.site.html.Html.Link;
import dev.graspd.server.site.html.Html.Name;
import dev.graspd.server.site.html.Html.Node;
import dev.graspd.server.site.html.Html.Tag;
import dev.graspd.server.site.meta.Alternate;
import dev.graspd.server.site.meta.PageHead;
import dev.graspd.server.site.page.Parts;
import dev.graspd.server.site.page.RepositoriesPage;
import dev.graspd.server.site.page.SiteFrame;
import dev.graspd.server.site.person.PersonFacts.Begun;
import dev.graspd.server.site.person.PersonFacts.Some;
import dev.graspd.server.site.talk.EventText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/** The page of a person (W-60). Pictures of profiles are never loaded. */
public final class PersonPage {
  private static final String PICTURE_PIXELS = "40";
  private static final String QR_PIXELS = "180";

  private final SiteFrame frame;
  private final PersonFacts facts;
  private final SortedMap<PublicKey, String> names;

  private PersonPage(SiteFrame frame, PersonFacts facts, SortedMap<PublicKey, String> names) {
    this.frame = frame;
    this.facts = facts;
    this.names = names;
  }

  /**
   * Writes the page.
   *
   * @param names what the owners of repositories call themselves
   */
  public static String of(SiteFrame frame, PersonFacts facts, SortedMap<PublicKey, String> names) {
    return new PersonPage(frame, facts, names).page();
  }

  private String page() {
    String title =
        facts.profile().name().map(name -> name + " ").orElse("") + Parts.shortNpub(facts.key());
    PageHead head =
        new PageHead(
            new SiteAddress.Person(facts.key()),
            title,
            facts.profile().about().orElse("What " + title + " has on " + frame.service()),
            facts.key(),
            List.of(
                new Alternate(feed(), Alternate.ATOM, "Repositories"),
                new Alternate(api(), Alternate.JSON, "JSON")));
    List<Node> content =
        List.of(
            heading(),
            classed(
                Tag.DIV, "columns", element(Tag.DIV, main()), classed(Tag.DIV, "aside", aside())));
    // Anybody can have a page: search engines are told of those who take part.
    return frame.page(title, facts.hasRepositories(), head.nodes(frame.forPrograms()), content);
  }

  private Node heading() {
    return classed(
        Tag.H1,
        "who",
        image(new SiteAddress.Identicon(facts.key()), "", PICTURE_PIXELS),
        Parts.named(facts.key(), facts.profile().name()));
  }

  private Node image(SiteAddress address, String instead, String pixels) {
    return new Element(
        Tag.IMG,
        List.of(
            new Attribute(Name.SRC, own(address).target()),
            new Attribute(Name.ALT, instead),
            new Attribute(Name.WIDTH, pixels),
            new Attribute(Name.HEIGHT, pixels)),
        List.of());
  }

  private Link own(SiteAddress address) {
    return new Link(frame.base() + Addresses.write(address));
  }

  private Link feed() {
    return own(new SiteAddress.PersonFeed(facts.key()));
  }

  private Link api() {
    return new Link(frame.base() + ApiAddresses.write(new ApiAddress.Person(facts.key())), false);
  }

  // ---- what it has here

  private List<Node> main() {
    List<Node> parts = new ArrayList<>();
    facts.profile().about().ifPresent(about -> parts.addAll(EventText.of(about)));
    parts.addAll(repositories("Repositories", facts.owned(false)));
    if (facts.owned().hasMore()) {
      parts.add(
          element(
              Tag.P,
              link(
                  new Link(
                      frame.base() + "api/v1/repositories?owner=" + Bech32.npub(facts.key()),
                      false),
                  text("All of them, as JSON"))));
    }
    parts.addAll(repositories("Maintained", facts.maintained().entries()));
    more(facts.maintained(), "repositories").ifPresent(parts::add);
    parts.addAll(repositories("Archived", facts.owned(true)));
    if (!facts.threads().entries().isEmpty()) {
      parts.add(element(Tag.H2, text("Issues, pull requests and patches")));
      parts.add(
          classed(Tag.OL, "commits", facts.threads().entries().stream().map(this::begun).toList()));
      more(facts.threads(), "of them").ifPresent(parts::add);
    }
    if (parts.isEmpty()) {
      parts.add(Parts.note("There is nothing more of this person here."));
    }
    return parts;
  }

  private List<Node> repositories(String title, List<CatalogueEntry> entries) {
    return entries.isEmpty()
        ? List.of()
        : List.of(
            element(Tag.H2, text(title)),
            RepositoriesPage.list(frame.base(), entries, Tag.H3, names));
  }

  private static Optional<Node> more(Some<?> some, String what) {
    return some.hasMore()
        ? Optional.of(Parts.note("There are more " + what + "; the newest are shown."))
        : Optional.empty();
  }

  private Node begun(Begun begun) {
    List<Node> by = new ArrayList<>();
    by.add(text(word(begun.kind())));
    begun
        .repository()
        .ifPresent(repository -> {
          by.add(text(" in "));
          by.add(
              link(
                  own(new SiteAddress.OfRepository(repository, new RepositoryView.Summary())),
                  foreign(repository.identifier().text())));
        });
    by.add(text(", "));
    by.add(Parts.day(begun.createdAt()));
    return element(
        Tag.LI,
        link(thread(begun), foreign(begun.title().isEmpty() ? "(no title)" : begun.title())),
        classed(Tag.P, "by", by));
  }

  /** A thread of a repository that is not here has its event alone. */
  private Link thread(Begun begun) {
    return begun
        .repository()
        .map(repository -> own(conversation(repository, begun)))
        .orElseGet(() -> new Link(own(new SiteAddress.SignedEvent(begun.id())).target(), false));
  }

  private static SiteAddress conversation(RepoAddress repository, Begun begun) {
    Section section = begun.kind().bringsCommits() ? Section.PULL_REQUESTS : Section.ISSUES;
    return new SiteAddress.OfRepository(
        repository, new RepositoryView.Talk(new TalkView.Conversation(section, begun.id().hex())));
  }

  private static String word(RootKind kind) {
    return switch (kind) {
      case ISSUE -> "issue";
      case PULL_REQUEST -> "pull request";
      case PATCH -> "patch";
    };
  }

  // ---- who it is

  private List<Node> aside() {
    List<Node> parts = new ArrayList<>();
    parts.add(element(Tag.H2, text("Key")));
    parts.add(element(Tag.P, code(Bech32.npub(facts.key()))));
    parts.add(
        classed(
            Tag.P,
            "qr",
            image(new SiteAddress.QrCode(facts.key()), "the same key as a QR code", QR_PIXELS)));
    facts
        .profile()
        .nip05()
        .ifPresent(name -> {
          parts.add(element(Tag.H2, text("Says that it is")));
          parts.add(element(Tag.P, foreign(name), text(", not checked here")));
        });
    facts
        .signed()
        .ifPresent(event -> {
          parts.add(element(Tag.H2, text("Profile")));
          parts.add(element(Tag.P, text("signed "), signed(event)));
        });
    if (!facts.servers().urls().isEmpty()) {
      parts.add(element(Tag.H2, text("GRASP servers")));
      parts.add(
          element(
              Tag.UL,
              facts.servers().urls().stream().map(url -> element(Tag.LI, foreign(url))).toList()));
      if (facts.servers().isCut()) {
        parts.add(Parts.note("There are more; the first are shown."));
      }
      facts.listed().ifPresent(event -> parts.add(element(Tag.P, text("signed "), signed(event))));
    }
    parts.add(element(Tag.H2, text("Follow")));
    parts.add(
        classed(
            Tag.UL,
            "choices",
            element(Tag.LI, link(feed(), text("feed of repositories"))),
            element(Tag.LI, link(api(), text("JSON")))));
    return parts;
  }

  private Node signed(EventHead event) {
    return link(
        new Link(own(new SiteAddress.SignedEvent(event.id())).target(), false),
        Parts.day(event.createdAt()));
  }
}
