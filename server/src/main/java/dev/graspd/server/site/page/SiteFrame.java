package dev.graspd.server.site.page;

import static dev.graspd.server.site.html.Html.classed;
import static dev.graspd.server.site.html.Html.element;
import static dev.graspd.server.site.html.Html.foreign;
import static dev.graspd.server.site.html.Html.link;
import static dev.graspd.server.site.html.Html.text;

import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.Refs;
import dev.graspd.core.talk.list.RowFilter.Section;
import dev.graspd.core.tree.TreePath;
import dev.graspd.server.site.address.Addresses;
import dev.graspd.server.site.address.RepositoryView;
import dev.graspd.server.site.address.SiteAddress;
import dev.graspd.server.site.html.Html;
import dev.graspd.server.site.html.Html.Attribute;
import dev.graspd.server.site.html.Html.Element;
import dev.graspd.server.site.html.Html.Link;
import dev.graspd.server.site.html.Html.Name;
import dev.graspd.server.site.html.Html.Node;
import dev.graspd.server.site.html.Html.Tag;
import dev.graspd.server.site.meta.PageHead;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The frame of all pages of code: head, header, tabs of a repository, footer.
 *
 * @param origin scheme and host of the service
 * @param base the path of the service, with slashes around it
 * @param service its name
 * @param software with its version
 * @param style the address of the style sheet
 * @param listsRepositories whether there is a list of repositories to link
 * @param showsRemoteImages whether pages load images from other servers
 */
public record SiteFrame(
    String origin,
    String base,
    String service,
    String software,
    Link style,
    boolean listsRepositories,
    boolean showsRemoteImages) {
  /** The tabs of a repository. */
  public enum Tab {
    CODE("Code"),
    ISSUES("Issues"),
    PULL_REQUESTS("Pull requests"),
    COMMITS("Commits"),
    BRANCHES("Branches"),
    TAGS("Tags"),
    SEARCH("Search");

    private final String words;

    Tab(String words) {
      this.words = words;
    }
  }

  /**
   * The tabs above a page.
   *
   * @param revision that they lead to
   * @param branches how many there are
   * @param tags how many there are
   * @param open how many issues and pull requests are open; empty on pages that do not show it
   */
  public record TabBar(Tab current, String revision, int branches, int tags, Optional<Open> open) {
    /** How many threads are open. */
    public record Open(int issues, int pullRequests) {}

    public static TabBar of(Tab current, String revision, Refs refs) {
      return new TabBar(
          current,
          revision,
          count(refs, RefName::isHead),
          count(refs, RefName::isTag),
          Optional.empty());
    }

    public TabBar with(Open counts) {
      return new TabBar(current, revision, branches, tags, Optional.of(counts));
    }

    /** Without a branch there is no code to lead to. */
    private boolean has(Tab tab) {
      return branches > 0 || tab == Tab.ISSUES || tab == Tab.PULL_REQUESTS;
    }

    private static int count(Refs refs, Predicate<RefName> kind) {
      return (int) refs.values().keySet().stream().filter(kind).count();
    }

    private Optional<Integer> count(Tab tab) {
      return switch (tab) {
        case BRANCHES -> Optional.of(branches);
        case TAGS -> Optional.of(tags);
        case ISSUES -> open.map(Open::issues);
        case PULL_REQUESTS -> open.map(Open::pullRequests);
        case CODE, COMMITS, SEARCH -> Optional.empty();
      };
    }
  }

  /**
   * Writes a page of a repository.
   *
   * @param isIndexed whether search engines may list it
   */
  public String page(
      CodeLinks links, TabBar tabs, String title, boolean isIndexed, List<Node> content) {
    return page(links, tabs, title, isIndexed, List.of(), content);
  }

  /**
   * Writes a page of a repository.
   *
   * @param isIndexed whether search engines may list it
   * @param forPrograms what its head tells them (W-74)
   */
  public String page(
      CodeLinks links,
      TabBar tabs,
      String title,
      boolean isIndexed,
      List<Node> forPrograms,
      List<Node> content) {
    List<Node> main = new ArrayList<>();
    main.add(heading(links, true));
    main.add(tabs(links, tabs));
    main.addAll(content);
    String whole = title + " · " + links.repository().identifier();
    return document(head(whole, isIndexed, forPrograms), main);
  }

  /** Writes the page of a repository without code: tabs of code would lead nowhere. */
  public String emptyPage(
      CodeLinks links, String title, List<Node> forPrograms, List<Node> content) {
    List<Node> main = new ArrayList<>();
    main.add(heading(links, false));
    main.add(tabs(links, new TabBar(Tab.CODE, "HEAD", 0, 0, Optional.empty())));
    main.addAll(content);
    String whole = title + " · " + links.repository().identifier();
    return document(head(whole, false, forPrograms), main);
  }

  /**
   * Writes a page that is not of one repository.
   *
   * @param isIndexed whether search engines may list it
   */
  public String page(String title, boolean isIndexed, List<Node> content) {
    return page(title, isIndexed, List.of(), content);
  }

  /**
   * Writes a page that is not of one repository.
   *
   * @param isIndexed whether search engines may list it
   * @param forPrograms what its head tells them (W-74)
   */
  public String page(String title, boolean isIndexed, List<Node> forPrograms, List<Node> content) {
    String whole = title.equals(service) ? title : title + " · " + service;
    return document(head(whole, isIndexed, forPrograms), content);
  }

  /** Returns the whole URL of an address. */
  public String url(SiteAddress address) {
    return forPrograms().url(address);
  }

  /** Returns what heads of pages tell of the service. */
  public PageHead.Service forPrograms() {
    return new PageHead.Service(origin, base, service);
  }

  /** Returns a name for feeds that never changes (RFC 4151). */
  public String tag(String what) {
    String host = origin.substring(origin.indexOf("://") + "://".length());
    int port = host.indexOf(':');
    return "tag:" + (port < 0 ? host : host.substring(0, port)) + ",2026:" + what;
  }

  private String document(Node head, List<Node> main) {
    Node body =
        element(
            Tag.BODY,
            new Element(
                Tag.A,
                List.of(new Attribute(Name.CLASS, "skip"), new Attribute(Name.HREF, "#main")),
                List.of(text("Skip to content"))),
            element(Tag.HEADER, classed(Tag.DIV, "bar", brand(), navigation())),
            new Element(Tag.MAIN, List.of(new Attribute(Name.ID, "main")), main),
            element(
                Tag.FOOTER,
                text(software + " · "),
                link(new Link(base + "errors/"), text("Refusals explained"))));
    Node html = new Element(Tag.HTML, List.of(new Attribute(Name.LANG, "en")), List.of(head, body));
    return Html.document(html);
  }

  private Node brand() {
    return new Element(
        Tag.A,
        List.of(new Attribute(Name.CLASS, "brand"), new Attribute(Name.HREF, base)),
        List.of(foreign(service)));
  }

  private Node navigation() {
    List<Node> links = new ArrayList<>();
    if (listsRepositories) {
      links.add(link(own(new SiteAddress.Repositories(Optional.empty())), text("Repositories")));
    }
    links.add(link(new Link(base + "status"), text("Status")));
    return new Element(Tag.NAV, List.of(new Attribute(Name.ARIA_LABEL, "Site")), links);
  }

  private Link own(SiteAddress address) {
    return new Link(base + Addresses.write(address));
  }

  private Node head(String title, boolean isIndexed, List<Node> forPrograms) {
    List<Node> parts = new ArrayList<>();
    parts.add(new Element(Tag.META, List.of(new Attribute(Name.CHARSET, "utf-8")), List.of()));
    parts.add(meta("viewport", "width=device-width, initial-scale=1"));
    if (!isIndexed) {
      parts.add(meta("robots", "noindex"));
    }
    parts.add(element(Tag.TITLE, text(title)));
    parts.add(
        new Element(
            Tag.LINK,
            List.of(
                new Attribute(Name.REL, "icon"),
                new Attribute(Name.TYPE, "image/svg+xml"),
                new Attribute(Name.HREF, own(new SiteAddress.Favicon()).target())),
            List.of()));
    parts.add(
        new Element(
            Tag.LINK,
            List.of(
                new Attribute(Name.REL, "stylesheet"), new Attribute(Name.HREF, style.target())),
            List.of()));
    parts.addAll(forPrograms);
    return element(Tag.HEAD, parts);
  }

  private static Node meta(String name, String content) {
    return new Element(
        Tag.META,
        List.of(new Attribute(Name.NAME, name), new Attribute(Name.CONTENT, content)),
        List.of());
  }

  /**
   * The name of a repository.
   *
   * @param isListed whether its owner has a page here
   */
  private static Node heading(CodeLinks links, boolean isListed) {
    Node owner = links.person(links.repository().owner());
    return classed(
        Tag.H1,
        "repository",
        isListed ? link(links.owner(), owner) : owner,
        text(" / "),
        link(links.summary(), foreign(links.repository().identifier().text())));
  }

  private static Node tabs(CodeLinks links, TabBar bar) {
    String revision = bar.revision;
    List<Node> tabs = new ArrayList<>();
    for (Tab tab : Tab.values()) {
      if (!bar.has(tab)) {
        continue;
      }
      Link target =
          switch (tab) {
            case CODE -> links.tree(revision, TreePath.ROOT);
            case ISSUES -> links.threads(Section.ISSUES);
            case PULL_REQUESTS -> links.threads(Section.PULL_REQUESTS);
            case COMMITS -> links.commits(revision, TreePath.ROOT);
            case BRANCHES -> links.to(new RepositoryView.Branches());
            case TAGS -> links.to(new RepositoryView.Tags());
            case SEARCH ->
                links.to(
                    new RepositoryView.Search("", RepositoryView.In.CODE, Optional.of(revision)));
          };
      List<Attribute> attributes = new ArrayList<>();
      attributes.add(new Attribute(Name.HREF, target.target()));
      if (!target.isFollowed()) {
        attributes.add(new Attribute(Name.REL, "nofollow"));
      }
      if (tab == bar.current) {
        attributes.add(new Attribute(Name.ARIA_CURRENT, "page"));
      }
      List<Node> words = new ArrayList<>();
      words.add(text(tab.words));
      bar.count(tab)
          .ifPresent(count -> {
            words.add(text(" "));
            words.add(classed(Tag.SPAN, "count", text(Integer.toString(count))));
          });
      tabs.add(element(Tag.LI, new Element(Tag.A, attributes, words)));
    }
    return new Element(
        Tag.NAV,
        List.of(new Attribute(Name.CLASS, "tabs"), new Attribute(Name.ARIA_LABEL, "Repository")),
        List.of(element(Tag.UL, tabs)));
  }
}
