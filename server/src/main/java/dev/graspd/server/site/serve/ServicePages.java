package dev.graspd.server.site.serve;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.server.catalogue.Catalogue;
import dev.graspd.server.catalogue.CatalogueEntry;
import dev.graspd.server.catalogue.CatalogueQuery;
import dev.graspd.server.catalogue.ForkGroups;
import dev.graspd.server.catalogue.ListPosition;
import dev.graspd.server.site.address.Addresses;
import dev.graspd.server.site.address.RepositoryView;
import dev.graspd.server.site.address.SiteAddress;
import dev.graspd.server.site.feed.AtomFeed;
import dev.graspd.server.site.find.FindPage;
import dev.graspd.server.site.html.Html;
import dev.graspd.server.site.html.Html.Link;
import dev.graspd.server.site.html.Html.Node;
import dev.graspd.server.site.html.Html.Tag;
import dev.graspd.server.site.meta.Alternate;
import dev.graspd.server.site.meta.Favicon;
import dev.graspd.server.site.meta.Identicon;
import dev.graspd.server.site.meta.NostrNames;
import dev.graspd.server.site.meta.PageHead;
import dev.graspd.server.site.meta.Robots;
import dev.graspd.server.site.meta.Sitemap;
import dev.graspd.server.site.page.RepositoriesPage;
import dev.graspd.server.site.page.SiteFrame;
import dev.graspd.server.web.site.SiteReply;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Pages and files about the service and its list of repositories. Thread-safe. */
public final class ServicePages {
  private static final String HTML = "text/html; charset=utf-8";

  /** Parts of the list that are read for search engines, however few are in them. */
  private static final int SITEMAP_PARTS_MAX = 20;

  /** Repositories in the list for search engines. */
  private static final int SITEMAP_ENTRIES_MAX = 1_000;

  /**
   * What the service says of itself.
   *
   * @param key its own
   * @param relay the URL for Nostr clients
   * @param isForRobots whether search engines may read it
   */
  public record Facts(SiteFrame frame, PublicKey key, String relay, boolean isForRobots) {}

  private final Facts facts;
  private final Optional<Catalogue> catalogue;

  /**
   * Reads nothing yet.
   *
   * @param catalogue empty on a server that hosts nothing
   */
  public ServicePages(Facts facts, Optional<Catalogue> catalogue) {
    this.facts = facts;
    this.catalogue = catalogue;
  }

  /** Answers what never changes. */
  Optional<SiteReply> atOnce(SiteAddress address) {
    SiteFrame frame = facts.frame;
    return switch (address) {
      case SiteAddress.Robots() ->
          Optional.of(
              SiteReplies.text(
                  200,
                  "text/plain; charset=utf-8",
                  Robots.text(frame.origin(), frame.base(), facts.isForRobots)));
      case SiteAddress.Favicon() ->
          Optional.of(
              SiteReplies.text(200, "image/svg+xml", Favicon.SVG)
                  .with("Cache-Control", "public, max-age=86400"));
      case SiteAddress.NostrNames(var name) ->
          Optional.of(
              SiteReplies.text(
                  200, "application/json", NostrNames.json(facts.key, facts.relay, name)));
      default -> Optional.empty();
    };
  }

  /** Answers the rest; empty if there is nothing. May read the store. */
  Optional<SiteReply> reply(SiteAddress address) {
    if (address instanceof SiteAddress.Identicon(var key)) {
      return Optional.of(picture(key));
    }
    return catalogue.flatMap(repositories ->
        switch (address) {
          case SiteAddress.Repositories(var cursor) -> Optional.of(all(repositories, cursor));
          case SiteAddress.Person(var key) -> ofPerson(repositories, key);
          case SiteAddress.RepositoriesFeed() -> Optional.of(feed(repositories));
          case SiteAddress.PersonFeed(var key) -> Optional.of(feed(repositories, key));
          case SiteAddress.Sitemap() -> Optional.of(sitemap(repositories));
          default -> Optional.empty();
        });
  }

  /** Returns whether a person has a page here. */
  public boolean hasRepositories(PublicKey key) {
    return catalogue
        .map(one -> one.list(CatalogueQuery.ALL.withOwner(key).withLimit(1)))
        .filter(part -> !part.entries().isEmpty())
        .isPresent();
  }

  private static SiteReply picture(PublicKey key) {
    return new SiteReply(
        200,
        new TreeMap<>(
            Map.of("Content-Type", "image/png", "Cache-Control", "public, max-age=86400")),
        Identicon.png(key));
  }

  // ---- lists

  private SiteReply all(Catalogue repositories, Optional<String> cursor) {
    CatalogueQuery query =
        cursor
            .flatMap(ListPosition::parse)
            .map(CatalogueQuery.ALL::withAfter)
            .orElse(CatalogueQuery.ALL);
    ForkGroups.Part part = repositories.groups(query);
    Optional<Link> next =
        part.next().map(place -> own(new SiteAddress.Repositories(Optional.of(place.text()))));
    PageHead head =
        new PageHead(
            new SiteAddress.Repositories(
                cursor.filter(text -> ListPosition.parse(text).isPresent())),
            "Repositories",
            "Git repositories on " + facts.frame.service(),
            facts.key,
            alternates(new SiteAddress.RepositoriesFeed(), ""));
    return page(head, false, part, next, List.of(FindPage.box(facts.frame.base())));
  }

  private Optional<SiteReply> ofPerson(Catalogue repositories, PublicKey key) {
    Catalogue.Part part =
        repositories.list(CatalogueQuery.ALL.withOwner(key).withLimit(CatalogueQuery.LIMIT_MAX));
    return part.entries().isEmpty()
        ? Optional.empty()
        : Optional.of(
            page(ofPerson(key), true, ForkGroups.Part.apart(part), Optional.empty(), List.of()));
  }

  private PageHead ofPerson(PublicKey key) {
    String npub = Bech32.npub(key);
    return new PageHead(
        new SiteAddress.Person(key),
        "Repositories of " + npub,
        "Git repositories of " + npub + " on " + facts.frame.service(),
        key,
        alternates(new SiteAddress.PersonFeed(key), "?owner=" + npub));
  }

  private List<Alternate> alternates(SiteAddress feed, String query) {
    return List.of(
        new Alternate(own(feed), Alternate.ATOM, "Repositories"),
        new Alternate(
            new Link(facts.frame.base() + "api/v1/repositories" + query), Alternate.JSON, "JSON"));
  }

  private SiteReply page(
      PageHead head,
      boolean isIndexed,
      ForkGroups.Part part,
      Optional<Link> next,
      List<Node> belowTitle) {
    RepositoriesPage.Facts shown =
        new RepositoriesPage.Facts(facts.frame.base(), head.title(), part, next);
    List<Node> content = new ArrayList<>(RepositoriesPage.of(shown));
    content.addAll(1, belowTitle);
    return SiteReplies.text(
        200,
        HTML,
        facts.frame.page(head.title(), isIndexed, head.nodes(facts.frame.forPrograms()), content));
  }

  private Link own(SiteAddress address) {
    return new Link(facts.frame.base() + Addresses.write(address));
  }

  // ---- for programs

  private SiteReply feed(Catalogue repositories) {
    Catalogue.Part part = repositories.list(CatalogueQuery.ALL);
    return feed(
        "Repositories of " + facts.frame.service(),
        new SiteAddress.RepositoriesFeed(),
        new SiteAddress.Repositories(Optional.empty()),
        part.entries());
  }

  private SiteReply feed(Catalogue repositories, PublicKey key) {
    Catalogue.Part part = repositories.list(CatalogueQuery.ALL.withOwner(key));
    return feed(
        "Repositories of " + Bech32.npub(key),
        new SiteAddress.PersonFeed(key),
        new SiteAddress.Person(key),
        part.entries());
  }

  private SiteReply feed(
      String title, SiteAddress self, SiteAddress page, List<CatalogueEntry> found) {
    List<AtomFeed.Entry> entries = new ArrayList<>();
    for (CatalogueEntry one : found) {
      String npub = Bech32.npub(one.address().owner());
      entries.add(
          new AtomFeed.Entry(
              facts.frame.tag(npub + "/" + one.address().identifier().text()),
              one.name().orElseGet(() -> one.address().identifier().text()),
              facts.frame.url(
                  new SiteAddress.OfRepository(one.address(), new RepositoryView.Summary())),
              npub,
              one.announcedAt(),
              List.of(Html.element(Tag.P, Html.foreign(one.description().orElse(""))))));
    }
    AtomFeed feed =
        new AtomFeed(
            facts.frame.tag(Addresses.write(self)),
            title,
            facts.frame.url(self),
            facts.frame.url(page),
            entries);
    return SiteReplies.text(200, AtomFeed.TYPE, feed.xml());
  }

  private SiteReply sitemap(Catalogue repositories) {
    List<Sitemap.Entry> entries = new ArrayList<>();
    CatalogueQuery query = CatalogueQuery.ALL.withLimit(CatalogueQuery.LIMIT_MAX);
    Optional<ListPosition> next = Optional.empty();
    int parts = 0;
    do {
      Catalogue.Part part = repositories.list(next.map(query::withAfter).orElse(query));
      for (CatalogueEntry one : part.entries()) {
        entries.add(
            new Sitemap.Entry(
                facts.frame.url(
                    new SiteAddress.OfRepository(one.address(), new RepositoryView.Summary())),
                one.updatedAt()));
      }
      next = part.next();
      parts++;
    } while (next.isPresent() && entries.size() < SITEMAP_ENTRIES_MAX && parts < SITEMAP_PARTS_MAX);
    return SiteReplies.text(200, "application/xml; charset=utf-8", Sitemap.xml(entries));
  }
}
