package dev.graspd.server.site.page;

import static dev.graspd.server.site.html.Html.element;
import static dev.graspd.server.site.html.Html.link;
import static dev.graspd.server.site.html.Html.text;

import dev.graspd.core.tree.TreePath;
import dev.graspd.server.site.address.RepositoryView;
import dev.graspd.server.site.html.Html.Link;
import dev.graspd.server.site.html.Html.Node;
import dev.graspd.server.site.html.Html.Tag;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The page of an address without anything: a heading, what it means, and what to do. */
public final class NothingPage {
  private static final String HEAD = "HEAD";

  private NothingPage() {}

  /** Nothing at all is known of the address. */
  public static List<Node> of(SiteFrame frame) {
    List<Node> parts = new ArrayList<>();
    parts.add(
        element(
            Tag.P,
            text(
                "A repository may live on another server, its announcement may not have arrived"
                    + " here, or its owner has removed it.")));
    parts.add(element(Tag.H2, text("What to do")));
    parts.add(element(Tag.UL, advice(frame)));
    return parts;
  }

  /** The repository is here, but not what the address names in it. */
  public static List<Node> within(CodeLinks links) {
    return List.of(
        element(
            Tag.P,
            text(
                "The repository is here, but it has no such branch, tag, commit or file. It may"
                    + " have another name by now, or belong to a pull request that is not here.")),
        element(Tag.H2, text("What to do")),
        element(
            Tag.UL,
            element(Tag.LI, link(links.summary(), text("Begin at the page of the repository"))),
            element(
                Tag.LI,
                link(
                    links.to(
                        new RepositoryView.Search("", RepositoryView.In.CODE, Optional.of(HEAD))),
                    text("Search its files"))),
            element(
                Tag.LI,
                link(links.commits(HEAD, TreePath.ROOT), text("Look through its commits")))));
  }

  private static List<Node> advice(SiteFrame frame) {
    List<Node> advice = new ArrayList<>();
    advice.add(element(Tag.LI, text("Check the address: each letter of a name counts.")));
    if (frame.listsRepositories()) {
      advice.add(
          element(
              Tag.LI,
              link(new Link(frame.base() + "repos"), text("Look through the repositories")),
              text(" that are here.")));
    }
    advice.add(
        element(
            Tag.LI,
            text("If it is yours, "),
            link(new Link(frame.base()), text("see how to publish it here")),
            text(".")));
    return advice;
  }
}
