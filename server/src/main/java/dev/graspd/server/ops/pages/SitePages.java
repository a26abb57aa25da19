package dev.graspd.server.ops.pages;

import static dev.graspd.server.site.html.Html.classed;
import static dev.graspd.server.site.html.Html.code;
import static dev.graspd.server.site.html.Html.element;
import static dev.graspd.server.site.html.Html.foreign;
import static dev.graspd.server.site.html.Html.link;
import static dev.graspd.server.site.html.Html.text;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.nostr.ServiceAddress;
import dev.graspd.core.nostr.refusal.Reason;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.server.site.html.Html.Node;
import dev.graspd.server.site.html.Html.Tag;
import dev.graspd.server.site.json.JsonDocument;
import dev.graspd.server.site.page.NothingPage;
import dev.graspd.server.site.page.RefusalPage;
import dev.graspd.server.site.serve.RepositorySections;
import dev.graspd.server.site.truth.Truth;
import dev.graspd.server.web.http.OpsPages.Page;
import dev.graspd.server.web.http.PageTags;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The pages of the service. Constant pages are rendered once. */
public final class SitePages {
  private static final Page NO_DOCUMENT = new Page(404, JsonDocument.TYPE, RepositoryDocument.NONE);
  private final RepositoryFacts.Source facts;
  private final ServiceUrls urls;
  private final RepositoryPage repositoryPage;
  private final PageLayout layout;
  private final String name;
  private final List<Node> introduction;
  private final Supplier<List<Node>> newest;
  private final List<Node> instructions;
  private final Page notFound;
  private final Page noRepository;
  private final SortedMap<String, Page> refusals = new TreeMap<>();

  /** Pages of a service that shows everything. */
  public SitePages(
      RelayInformation information, ServiceAddress service, RepositoryFacts.Source facts) {
    this(
        PageLayout.of(new ServiceUrls(service), information),
        information,
        service,
        facts,
        List::of);
  }

  /**
   * Renders what is constant.
   *
   * @param newest the newest repositories, for the first page; may read the store
   */
  public SitePages(
      PageLayout layout,
      RelayInformation information,
      ServiceAddress service,
      RepositoryFacts.Source facts,
      Supplier<List<Node>> newest) {
    this.layout = layout;
    this.name = information.presentation().name();
    this.newest = newest;
    this.facts = facts;
    this.urls = new ServiceUrls(service);
    repositoryPage = new RepositoryPage(layout, urls);
    introduction = introduction(information);
    instructions = instructions(urls, information);
    List<Node> nothing = NothingPage.of(layout.frame());
    notFound = layout.page(404, "There is nothing here", nothing);
    noRepository = layout.page(404, "There is no such repository here", nothing);
    for (Reason reason : Reason.all()) {
      refusals.put(reason.slug(), PageTags.tagged(refusal(layout, reason)));
    }
    refusals.put("", PageTags.tagged(refusalIndex(layout, urls)));
  }

  /** Returns the first page of the service. May read the store. */
  public Page home() {
    List<Node> parts = new ArrayList<>(introduction);
    parts.addAll(newest.get());
    parts.addAll(instructions);
    return layout.page(200, name, parts);
  }

  /** Returns the page of a repository, or status 404. */
  public Page repository(RepoAddress address) {
    return facts.of(address).map(repositoryPage::of).orElse(noRepository);
  }

  /** Returns what is known of a repository beside its code. */
  public Optional<RepositorySections.Sections> sections(RepoAddress address) {
    return facts.of(address).map(repositoryPage::sections);
  }

  /** Returns what is known of a repository beside its code and what is signed. */
  public Optional<Truth.Around> around(RepoAddress address) {
    return facts.of(address).map(repositoryPage::around);
  }

  /** Returns a repository as JSON, or status 404. */
  public Page document(RepoAddress address) {
    return facts
        .of(address)
        .map(one ->
            new Page(200, JsonDocument.TYPE, RepositoryDocument.of(one, urls), ApiPages.headers()))
        .orElse(NO_DOCUMENT);
  }

  /** Returns the JSON answer for a malformed repository name. */
  public Page noDocument() {
    return NO_DOCUMENT;
  }

  /** Returns the page that explains a refusal; the list of all for an empty name. */
  public Page refusal(String slug) {
    return refusals.getOrDefault(slug, notFound);
  }

  public Page notFound() {
    return notFound;
  }

  private static List<Node> introduction(RelayInformation information) {
    List<Node> parts = new ArrayList<>();
    parts.add(classed(Tag.P, "lead", foreign(information.presentation().description())));
    parts.add(element(Tag.P, text(information.acceptance())));
    information.curation().ifPresent(words -> parts.add(element(Tag.P, text(words))));
    return List.copyOf(parts);
  }

  private static List<Node> instructions(ServiceUrls urls, RelayInformation information) {
    VisitorCommands commands = new VisitorCommands(urls.service());
    List<Node> parts = new ArrayList<>();
    parts.addAll(howToUse(urls, commands, !information.grasps().isEmpty()));
    if (information.takesSubmissions()) {
      parts.addAll(howToOffer(urls, commands));
    }
    parts.add(element(Tag.H2, text("Protocols")));
    parts.add(
        element(
            Tag.DL,
            element(Tag.DT, text("Relay")),
            element(Tag.DD, code(urls.relay())),
            element(Tag.DT, text("GRASP")),
            element(Tag.DD, text(orNone(information.grasps().stream()))),
            element(Tag.DT, text("NIPs")),
            element(Tag.DD, text(orNone(information.nips().stream().map(String::valueOf)))),
            element(Tag.DT, text("Server key")),
            element(Tag.DD, code(Bech32.npub(information.key())))));
    return List.copyOf(parts);
  }

  private static List<Node> howToUse(ServiceUrls urls, VisitorCommands commands, boolean hosts) {
    if (!hosts) {
      return List.of(
          element(
              Tag.P,
              text("This is a Nostr relay. Point a Nostr client at "),
              code(urls.relay()),
              text(".")));
    }
    return List.of(
        element(Tag.H2, text("Publish a repository here")),
        element(Tag.P, text("With ngit installed:")),
        PageLayout.commands(commands.publish()),
        element(
            Tag.P,
            text("From then on "),
            code("git push"),
            text(
                " signs what you push. No account here and no password: a push is taken if the"
                    + " newest state that a maintainer signed says the same.")),
        element(
            Tag.P,
            text("With stock git: publish these two events to "),
            code(urls.relay()),
            text(" with any Nostr client that can sign them, with these tags,")),
        PageLayout.commands(commands.events()),
        element(Tag.P, text("then:")),
        PageLayout.commands(commands.push()));
  }

  private static List<Node> howToOffer(ServiceUrls urls, VisitorCommands commands) {
    return List.of(
        element(Tag.H2, text("Open a pull request for any repository")),
        element(
            Tag.P,
            text(
                "Also for one that is not hosted here. With ngit, clone it by its nostr:// address,"
                    + " commit on a branch whose name begins with pr/, and push that. With stock"
                    + " git, sign a pull request (kind 1618) that names the repository in an a"
                    + " tag, its commit in a c tag, and in a clone tag this address:")),
        PageLayout.commands(commands.place()),
        element(
            Tag.P,
            text("Publish it to "),
            code(urls.relay()),
            text(" and push the commit there, in either order:")),
        PageLayout.commands(commands.offer()));
  }

  private static Page refusal(PageLayout layout, Reason reason) {
    return layout.page(200, reason.wording().text(), RefusalPage.of(reason));
  }

  private static Page refusalIndex(PageLayout layout, ServiceUrls urls) {
    return layout.page(
        200,
        "Refusals",
        element(Tag.P, text("All refusals of this server.")),
        element(
            Tag.UL,
            Reason.all().stream()
                .map(reason ->
                    element(
                        Tag.LI,
                        link(
                            urls.own("errors/" + reason.slug()), text(reason.refusal().message()))))
                .toList()));
  }

  private static String orNone(Stream<String> words) {
    String list = words.collect(Collectors.joining(", "));
    return list.isEmpty() ? "none" : list;
  }
}
