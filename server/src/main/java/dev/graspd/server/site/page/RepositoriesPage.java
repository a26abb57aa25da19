package dev.graspd.server.site.page;

import static dev.graspd.server.site.html.Html.classed;
import static dev.graspd.server.site.html.Html.element;
import static dev.graspd.server.site.html.Html.foreign;
import static dev.graspd.server.site.html.Html.link;
import static dev.graspd.server.site.html.Html.text;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.server.catalogue.Catalogue;
import dev.graspd.server.catalogue.CatalogueEntry;
import dev.graspd.server.catalogue.ForkGroups;
import dev.graspd.server.site.address.Addresses;
import dev.graspd.server.site.address.SiteAddress;
import dev.graspd.server.site.html.Html;
import dev.graspd.server.site.html.Html.Link;
import dev.graspd.server.site.html.Html.Node;
import dev.graspd.server.site.html.Html.Tag;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Lists of repositories: all of them, or those of one person (W-61). */
public final class RepositoriesPage {
  private static final int NAME_SHOWN = 100;
  private static final int DESCRIPTION_SHOWN = 240;
  private static final int NPUB_SHOWN = 12;

  /**
   * A part of a list.
   *
   * @param base the path of the service, with slashes around it
   * @param next the address of the next part
   */
  public record Facts(String base, String title, ForkGroups.Part part, Optional<Link> next) {}

  private RepositoriesPage() {}

  public static List<Node> of(Facts facts) {
    List<Node> parts = new ArrayList<>();
    parts.add(element(Tag.H1, foreign(facts.title)));
    if (facts.part.groups().isEmpty()) {
      parts.add(Parts.note("There are no repositories to show."));
    } else {
      parts.add(list(facts.base, facts.part, Tag.H2));
    }
    if (facts.part.cut()) {
      parts.add(
          Parts.note(
              "This part is short: "
                  + Catalogue.SCANNED_MAX
                  + " announcements were looked at for it. The next part goes on from there."));
    }
    facts.next.ifPresent(next -> parts.add(element(Tag.P, link(next, text("Next page")))));
    return parts;
  }

  /** The first of all, for a page that shows other things too; nothing if there are none. */
  public static List<Node> newest(String base, ForkGroups.Part part) {
    if (part.groups().isEmpty()) {
      return List.of();
    }
    Link all = new Link(base + Addresses.write(new SiteAddress.Repositories(Optional.empty())));
    return List.of(
        element(Tag.H2, text("Newest repositories")),
        list(base, part, Tag.H3),
        element(Tag.P, link(all, text("All repositories"))));
  }

  private static Node list(String base, ForkGroups.Part part, Tag heading) {
    return classed(
        Tag.UL,
        "repositories",
        part.groups().stream().map(group -> item(base, group, heading)).toList());
  }

  private static Node item(String base, ForkGroups.Group group, Tag heading) {
    CatalogueEntry entry = group.newest();
    List<Node> parts = new ArrayList<>();
    parts.add(element(heading, name(base, entry.address(), entry.name())));
    entry
        .description()
        .filter(words -> !words.isBlank())
        .ifPresent(words -> parts.add(element(Tag.P, foreign(Html.cut(words, DESCRIPTION_SHOWN)))));
    parts.add(facts(entry));
    if (!group.others().isEmpty()) {
      parts.add(others(base, group));
    }
    return element(Tag.LI, parts);
  }

  private static List<Node> name(String base, RepoAddress address, Optional<String> announced) {
    String npub = Bech32.npub(address.owner());
    String name = announced.orElseGet(() -> address.identifier().text());
    return List.of(
        link(
            new Link(base + npub),
            classed(Tag.SPAN, "owner", text(npub.substring(0, NPUB_SHOWN) + "…"))),
        text(" / "),
        link(new CodeLinks(base, address).summary(), foreign(Html.cut(name, NAME_SHOWN))));
  }

  /** Owners say what they have in common; nobody checked it. */
  private static Node others(String base, ForkGroups.Group group) {
    String count = (group.isCut() ? "at least " : "") + group.others().size();
    String words =
        switch (group.common()) {
          case EARLIEST_COMMIT -> count + " more with the same earliest commit, as announced";
          case IDENTIFIER -> count + " more of this identifier";
        };
    return element(
        Tag.DETAILS,
        element(Tag.SUMMARY, text(words)),
        element(
            Tag.UL,
            group.others().stream()
                .map(fork -> element(Tag.LI, name(base, fork.address(), fork.name())))
                .toList()));
  }

  private static Node facts(CatalogueEntry entry) {
    List<Node> parts = new ArrayList<>();
    parts.add(text("updated "));
    parts.add(Parts.day(entry.updatedAt()));
    parts.add(text(" · " + count(entry.counts().branches(), "branch", "branches")));
    parts.add(text(" · " + count(entry.counts().tags(), "tag", "tags")));
    if (entry.archived()) {
      parts.add(text(" · copy of a repository hosted elsewhere"));
    }
    return classed(Tag.P, "by", parts);
  }

  private static String count(int number, String one, String many) {
    return number + " " + (number == 1 ? one : many);
  }
}
