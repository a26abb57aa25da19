package dev.graspd.server.site.page;

import static dev.graspd.server.site.html.Html.classed;
import static dev.graspd.server.site.html.Html.element;
import static dev.graspd.server.site.html.Html.foreign;
import static dev.graspd.server.site.html.Html.link;
import static dev.graspd.server.site.html.Html.text;

import dev.graspd.core.nostr.PublicKey;
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
import java.util.SortedMap;

/** Lists of repositories: all of them, or those of one person (W-61). */
public final class RepositoriesPage {
  private static final int NAME_SHOWN = 100;
  private static final int DESCRIPTION_SHOWN = 240;

  /**
   * A part of a list.
   *
   * @param base the path of the service, with slashes around it
   * @param next the address of the next part
   * @param names what the owners call themselves
   */
  public record Facts(
      String base,
      String title,
      ForkGroups.Part part,
      Optional<Link> next,
      SortedMap<PublicKey, String> names) {}

  private RepositoriesPage() {}

  public static List<Node> of(Facts facts) {
    List<Node> parts = new ArrayList<>();
    parts.add(element(Tag.H1, foreign(facts.title)));
    if (facts.part.groups().isEmpty()) {
      parts.add(Parts.note("There are no repositories to show."));
    } else {
      parts.add(list(facts.base, facts.part, Tag.H2, facts.names));
    }
    if (facts.part.cut()) {
      parts.add(
          Parts.note(
              "This part is short: "
                  + Catalogue.SCANNED_MAX
                  + " events were looked at for it. The next part goes on from there."));
    }
    facts.next.ifPresent(next -> parts.add(element(Tag.P, link(next, text("Next page")))));
    return parts;
  }

  /**
   * The first of all, for a page that shows other things too; nothing if there are none.
   *
   * @param names what the owners call themselves
   */
  public static List<Node> newest(
      String base, ForkGroups.Part part, SortedMap<PublicKey, String> names) {
    if (part.groups().isEmpty()) {
      return List.of();
    }
    Link all = new Link(base + Addresses.write(new SiteAddress.Repositories(Optional.empty())));
    return List.of(
        element(Tag.H2, text("Recently updated repositories")),
        list(base, part, Tag.H3, names),
        element(Tag.P, link(all, text("All repositories"))));
  }

  /**
   * Some repositories, for a page that shows other things too.
   *
   * @param heading of each of them
   * @param names what the owners call themselves
   */
  public static Node list(
      String base, List<CatalogueEntry> entries, Tag heading, SortedMap<PublicKey, String> names) {
    return list(
        base,
        ForkGroups.Part.apart(new Catalogue.Part(entries, Optional.empty(), false)),
        heading,
        names);
  }

  private static Node list(
      String base, ForkGroups.Part part, Tag heading, SortedMap<PublicKey, String> names) {
    return classed(
        Tag.UL,
        "repositories",
        part.groups().stream().map(group -> item(base, group, heading, names)).toList());
  }

  private static Node item(
      String base, ForkGroups.Group group, Tag heading, SortedMap<PublicKey, String> names) {
    CatalogueEntry entry = group.newest();
    List<Node> parts = new ArrayList<>();
    parts.add(element(heading, name(base, entry.address(), entry.name(), names)));
    entry
        .description()
        .filter(words -> !words.isBlank())
        .ifPresent(words -> parts.add(element(Tag.P, foreign(Html.cut(words, DESCRIPTION_SHOWN)))));
    parts.add(facts(entry));
    if (!group.others().isEmpty()) {
      parts.add(others(base, group, names));
    }
    return element(Tag.LI, parts);
  }

  private static List<Node> name(
      String base,
      RepoAddress address,
      Optional<String> announced,
      SortedMap<PublicKey, String> names) {
    CodeLinks links = new CodeLinks(base, address);
    String name = announced.orElseGet(() -> address.identifier().text());
    return List.of(
        link(links.owner(), classed(Tag.SPAN, "owner", Parts.named(address.owner(), names))),
        text(" / "),
        link(links.summary(), foreign(Html.cut(name, NAME_SHOWN))));
  }

  /** Owners say what they have in common; nobody checked it. */
  private static Node others(
      String base, ForkGroups.Group group, SortedMap<PublicKey, String> names) {
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
                .map(fork -> element(Tag.LI, name(base, fork.address(), fork.name(), names)))
                .toList()));
  }

  private static Node facts(CatalogueEntry entry) {
    List<Node> parts = new ArrayList<>();
    parts.add(text("updated "));
    parts.add(Parts.day(entry.updatedAt()));
    parts.add(text(" · " + Parts.count(entry.counts().branches(), "branch", "branches")));
    parts.add(text(" · " + Parts.count(entry.counts().tags(), "tag", "tags")));
    if (entry.archived()) {
      parts.add(text(" · copy of a repository hosted elsewhere"));
    }
    return classed(Tag.P, "by", parts);
  }
}
