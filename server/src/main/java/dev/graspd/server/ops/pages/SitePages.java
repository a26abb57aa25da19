package dev.graspd.server.ops.pages;

import static dev.graspd.server.ops.pages.Html.code;
import static dev.graspd.server.ops.pages.Html.element;
import static dev.graspd.server.ops.pages.Html.foreign;
import static dev.graspd.server.ops.pages.Html.link;
import static dev.graspd.server.ops.pages.Html.text;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.nostr.Reason;
import dev.graspd.core.nostr.ServiceAddress;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.server.ops.RelayInformation;
import dev.graspd.server.ops.pages.Html.Node;
import dev.graspd.server.ops.pages.Html.Tag;
import dev.graspd.server.web.OpsPages.Page;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The pages of the service. What does not change is rendered once. */
public final class SitePages {
  private static final String JSON = "application/json; charset=utf-8";
  private static final Page NO_DOCUMENT = new Page(404, JSON, RepositoryDocument.NONE);
  private static final Node HOME_HINT =
      element(Tag.P, text("The link below leads to what this service is and does."));

  private final RepositoryFacts.Source facts;
  private final RepositoryPage repositoryPage;
  private final Page home;
  private final Page notFound;
  private final Page noRepository;
  private final SortedMap<String, Page> refusals = new TreeMap<>();

  /** Renders what does not change. */
  public SitePages(
      RelayInformation information, ServiceAddress service, RepositoryFacts.Source facts) {
    this.facts = facts;
    Places places = new Places(service);
    Sheet sheet = Sheet.of(places, information);
    repositoryPage = new RepositoryPage(sheet, places);
    home = home(sheet, places, information);
    notFound = sheet.page(404, "There is nothing here", HOME_HINT);
    noRepository =
        sheet.page(
            404,
            "There is no such repository here",
            element(
                Tag.P,
                text(
                    "It may live on another server, or its announcement has not arrived here, or"
                        + " its owner has removed it.")),
            HOME_HINT);
    for (Reason reason : Reason.values()) {
      refusals.put(reason.slug(), refusal(sheet, reason));
    }
    refusals.put("", refusalIndex(sheet, places));
  }

  /** Returns the page of the service. */
  public Page home() {
    return home;
  }

  /** Returns the page of a repository, or that there is none. */
  public Page repository(RepoAddress address) {
    return facts.of(address).map(repositoryPage::of).orElse(noRepository);
  }

  /** Returns what programs see of a repository, or that there is none. */
  public Page document(RepoAddress address) {
    return facts
        .of(address)
        .map(one -> new Page(200, JSON, RepositoryDocument.of(one)))
        .orElse(NO_DOCUMENT);
  }

  /** Returns what programs see of a repository that there cannot be. */
  public Page noDocument() {
    return NO_DOCUMENT;
  }

  /** Returns what a refusal means; all of them for an empty name. */
  public Page refusal(String slug) {
    return refusals.getOrDefault(slug, notFound);
  }

  /** Returns the page for everything else. */
  public Page notFound() {
    return notFound;
  }

  private static Page home(Sheet sheet, Places places, RelayInformation information) {
    Commands commands = new Commands(places.service());
    List<Node> parts = new ArrayList<>();
    parts.add(element(Tag.P, foreign(information.presentation().description())));
    parts.add(element(Tag.P, text(information.acceptance())));
    information.curation().ifPresent(words -> parts.add(element(Tag.P, text(words))));
    parts.addAll(howToUse(places, commands, !information.grasps().isEmpty()));
    if (information.takesSubmissions()) {
      parts.addAll(howToOffer(places, commands));
    }
    parts.add(element(Tag.H2, text("What is spoken here")));
    parts.add(
        element(
            Tag.DL,
            element(Tag.DT, text("Relay")),
            element(Tag.DD, code(places.relay())),
            element(Tag.DT, text("GRASP")),
            element(Tag.DD, text(orNone(information.grasps().stream()))),
            element(Tag.DT, text("NIPs")),
            element(Tag.DD, text(orNone(information.nips().stream().map(String::valueOf)))),
            element(Tag.DT, text("Key of the server")),
            element(Tag.DD, code(Bech32.npub(information.key())))));
    parts.add(
        element(Tag.P, link(places.own("status"), text("How sync with other relays is doing"))));
    parts.add(
        element(
            Tag.P, link(places.own("errors/"), text("What each refusal means and what to do"))));
    return sheet.page(200, information.presentation().name(), parts);
  }

  private static List<Node> howToUse(Places places, Commands commands, boolean hosts) {
    if (!hosts) {
      return List.of(
          element(
              Tag.P,
              text("This is a Nostr relay. Point a Nostr client at "),
              code(places.relay()),
              text(".")));
    }
    return List.of(
        element(Tag.H2, text("Publish a repository here")),
        element(Tag.P, text("With ngit installed:")),
        element(Tag.PRE, code(commands.publish())),
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
            code(places.relay()),
            text(" with any Nostr client that can sign them, with these tags,")),
        element(Tag.PRE, code(commands.events())),
        element(Tag.P, text("then:")),
        element(Tag.PRE, code(commands.push())));
  }

  private static List<Node> howToOffer(Places places, Commands commands) {
    return List.of(
        element(Tag.H2, text("Open a pull request for any repository")),
        element(
            Tag.P,
            text(
                "Also for one that is not hosted here. With ngit, clone it by its nostr:// address,"
                    + " commit on a branch whose name begins with pr/, and push that. With stock"
                    + " git, sign a pull request (kind 1618) that names the repository in an a"
                    + " tag, its commit in a c tag, and in a clone tag this address:")),
        element(Tag.PRE, code(commands.place())),
        element(
            Tag.P,
            text("Publish it to "),
            code(places.relay()),
            text(" and push the commit there, in either order:")),
        element(Tag.PRE, code(commands.offer())));
  }

  private static Page refusal(Sheet sheet, Reason reason) {
    return sheet.page(
        200,
        reason.text(),
        element(Tag.PRE, code(reason.refusal().message())),
        element(Tag.P, text(reason.explanation())),
        element(Tag.P, element(Tag.STRONG, text("What to do. ")), text(reason.remedy())));
  }

  private static Page refusalIndex(Sheet sheet, Places places) {
    return sheet.page(
        200,
        "Refusals",
        element(Tag.P, text("Every text with which this server says no.")),
        element(
            Tag.UL,
            Arrays.stream(Reason.values())
                .map(reason ->
                    element(
                        Tag.LI,
                        link(
                            places.own("errors/" + reason.slug()),
                            text(reason.refusal().message()))))
                .toList()));
  }

  private static String orNone(Stream<String> words) {
    String list = words.collect(Collectors.joining(", "));
    return list.isEmpty() ? "none" : list;
  }
}
