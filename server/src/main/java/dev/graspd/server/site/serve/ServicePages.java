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
import dev.graspd.server.site.meta.QrPicture;
import dev.graspd.server.site.meta.Robots;
import dev.graspd.server.site.meta.Sitemap;
import dev.graspd.server.site.page.RepositoriesPage;
import dev.graspd.server.site.page.SiteFrame;
import dev.graspd.server.talk.NameBook;
import dev.graspd.server.web.site.SiteReply;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
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

  /**
   * What is listed.
   *
   * @param names what owners call themselves
   */
  public record Lists(Catalogue repositories, NameBook names) {
    private SortedMap<PublicKey, String> names(ForkGroups.Part part) {
      return names.names(part.owners());
    }

    private SortedMap<PublicKey, String> names(Catalogue.Part part) {
      return names.names(part.entries().stream().map(one -> one.address().owner()).toList());
    }
  }

  private final Facts facts;
  private final Optional<Lists> lists;

  /**
   * Reads nothing yet.
   *
   * @param lists empty on a server that hosts nothing
   */
  public ServicePages(Facts facts, Optional<Lists> lists) {
    this.facts = facts;
    this.lists = lists;
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
      return Optional.of(picture(Identicon.png(key)));
    }
    if (address instanceof SiteAddress.QrCode(var key)) {
      return Optional.of(picture(QrPicture.png(key)));
    }
    return lists.flatMap(one ->
        switch (address) {
          case SiteAddress.Repositories(var cursor) -> Optional.of(all(one, cursor));
          case SiteAddress.RepositoriesFeed() -> Optional.of(feed(one));
          case SiteAddress.PersonFeed(var key) -> Optional.of(feed(one, key));
          case SiteAddress.Sitemap() -> Optional.of(sitemap(one.repositories));
          default -> Optional.empty();
        });
  }

  private static SiteReply picture(byte[] png) {
    return new SiteReply(
        200,
        new TreeMap<>(
            Map.of("Content-Type", "image/png", "Cache-Control", "public, max-age=86400")),
        png);
  }

  // ---- lists

  private SiteReply all(Lists all, Optional<String> cursor) {
    CatalogueQuery query =
        cursor
            .flatMap(ListPosition::parse)
            .map(CatalogueQuery.LAST_UPDATED::withAfter)
            .orElse(CatalogueQuery.LAST_UPDATED);
    ForkGroups.Part part = all.repositories.groups(query);
    Optional<Link> next =
        part.next().map(place -> own(new SiteAddress.Repositories(Optional.of(place.text()))));
    PageHead head =
        new PageHead(
            new SiteAddress.Repositories(
                cursor.filter(text -> ListPosition.parse(text).isPresent())),
            "Repositories",
            "Git repositories on " + facts.frame.service(),
            facts.key,
            alternates());
    List<Node> content =
        new ArrayList<>(
            RepositoriesPage.of(
                new RepositoriesPage.Facts(
                    facts.frame.base(), head.title(), part, next, all.names(part))));
    content.add(1, FindPage.box(facts.frame.base()));
    return SiteReplies.text(
        200,
        HTML,
        facts.frame.page(head.title(), false, head.nodes(facts.frame.forPrograms()), content));
  }

  private List<Alternate> alternates() {
    return List.of(
        new Alternate(own(new SiteAddress.RepositoriesFeed()), Alternate.ATOM, "Repositories"),
        new Alternate(
            new Link(facts.frame.base() + "api/v1/repositories"), Alternate.JSON, "JSON"));
  }

  private Link own(SiteAddress address) {
    return new Link(facts.frame.base() + Addresses.write(address));
  }

  // ---- for programs

  private SiteReply feed(Lists all) {
    return feed(
        "Repositories of " + facts.frame.service(),
        new SiteAddress.RepositoriesFeed(),
        new SiteAddress.Repositories(Optional.empty()),
        all,
        CatalogueQuery.ALL);
  }

  private SiteReply feed(Lists all, PublicKey key) {
    return feed(
        "Repositories of " + Bech32.npub(key),
        new SiteAddress.PersonFeed(key),
        new SiteAddress.Person(key),
        all,
        CatalogueQuery.ALL.withOwner(key));
  }

  private SiteReply feed(
      String title, SiteAddress self, SiteAddress page, Lists all, CatalogueQuery query) {
    Catalogue.Part part = all.repositories.list(query);
    SortedMap<PublicKey, String> names = all.names(part);
    List<AtomFeed.Entry> entries = new ArrayList<>();
    for (CatalogueEntry one : part.entries()) {
      String npub = Bech32.npub(one.address().owner());
      entries.add(
          new AtomFeed.Entry(
              facts.frame.tag(npub + "/" + one.address().identifier().text()),
              one.name().orElseGet(() -> one.address().identifier().text()),
              facts.frame.url(
                  new SiteAddress.OfRepository(one.address(), new RepositoryView.Summary())),
              Optional.ofNullable(names.get(one.address().owner()))
                  .map(name -> name + " " + npub)
                  .orElse(npub),
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
