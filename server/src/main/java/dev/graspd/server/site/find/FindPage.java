package dev.graspd.server.site.find;

import static dev.graspd.server.site.html.Html.classed;
import static dev.graspd.server.site.html.Html.element;
import static dev.graspd.server.site.html.Html.foreign;
import static dev.graspd.server.site.html.Html.link;
import static dev.graspd.server.site.html.Html.text;

import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.server.site.address.Addresses;
import dev.graspd.server.site.address.SiteAddress;
import dev.graspd.server.site.address.SiteAddress.Search;
import dev.graspd.server.site.html.Html;
import dev.graspd.server.site.html.Html.Link;
import dev.graspd.server.site.html.Html.Node;
import dev.graspd.server.site.html.Html.Tag;
import dev.graspd.server.site.page.CodeLinks;
import dev.graspd.server.site.page.Forms;
import dev.graspd.server.site.page.Parts;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.SortedMap;

/** The page of a search in the whole service (W-62). */
public final class FindPage {
  private static final int TITLE_SHOWN = 200;

  /** What became of a search. */
  public sealed interface Found {
    /** Nothing was asked for. */
    record Nothing() implements Found {}

    /** The operator has switched search off. */
    record Off() implements Found {}

    /** The index is not complete. */
    record Building(int percent) implements Found {}

    /**
     * The text cannot be searched for.
     *
     * @param why for the visitor
     */
    record Invalid(String why) implements Found {}

    /** It took more time or reading than a search may. */
    record TooMuch() implements Found {}

    /**
     * Something, or nothing.
     *
     * @param hits best first
     * @param hasMore whether others were found too
     * @param names what the authors call themselves
     */
    record Hits(List<FindHit> hits, boolean hasMore, SortedMap<PublicKey, String> names)
        implements Found {
      public Hits {
        hits = List.copyOf(hits);
      }
    }
  }

  private FindPage() {}

  /**
   * Shows what became of a search.
   *
   * @param base the path of the service, with slashes around it
   */
  public static List<Node> of(String base, Search asked, Found found) {
    List<Node> parts = new ArrayList<>();
    parts.add(element(Tag.H1, text("Search")));
    parts.add(form(base, asked));
    switch (found) {
      case Found.Nothing() ->
          parts.add(
              Parts.note(
                  "All words must occur, in any case. \"a b\" finds words in a row, -word leaves out"
                      + " what has the word, wor* finds words that begin so."));
      case Found.Off() -> parts.add(Parts.note("Search is switched off on this server."));
      case Found.Building(var percent) ->
          parts.add(
              Parts.note(
                  "The search index is being built (%d %%). Try again in a minute."
                      .formatted(percent)));
      case Found.Invalid(var why) ->
          parts.add(Parts.note("This text cannot be searched for: " + why + "."));
      case Found.TooMuch() ->
          parts.add(Parts.note("This search takes too long. Search for more or longer words."));
      case Found.Hits hits -> parts.addAll(hits(base, asked, hits));
    }
    return parts;
  }

  /** A form for pages that show other things. */
  public static Node box(String base) {
    return form(base, new Search("", Search.Type.REPOSITORIES));
  }

  private static Node form(String base, Search asked) {
    SequencedMap<String, String> types = new LinkedHashMap<>();
    for (Search.Type type : Search.Type.values()) {
      types.put(word(type), words(type));
    }
    return Forms.form(
        new Link(base + Addresses.write(new Search("", Search.Type.REPOSITORIES))),
        "Search",
        Forms.input("Search for", "q", asked.text()),
        Forms.select("in", "type", types, word(asked.type())));
  }

  private static String word(Search.Type type) {
    return type.name().toLowerCase(Locale.ROOT);
  }

  private static String words(Search.Type type) {
    return switch (type) {
      case REPOSITORIES -> "repositories";
      case ISSUES -> "issues, pull requests and patches";
      case PEOPLE -> "people";
    };
  }

  private static List<Node> hits(String base, Search asked, Found.Hits found) {
    if (found.hits.isEmpty()) {
      return List.of(Parts.note("Nothing was found in " + words(asked.type()) + "."));
    }
    List<Node> parts = new ArrayList<>();
    parts.add(
        classed(
            Tag.UL,
            "repositories",
            found.hits.stream().map(hit -> item(base, hit, found.names)).toList()));
    if (found.hasMore) {
      parts.add(
          Parts.note(
              "These are the best %d; there are more. Search for more words."
                  .formatted(found.hits.size())));
    }
    return parts;
  }

  private static Node item(String base, FindHit hit, SortedMap<PublicKey, String> names) {
    String title = hit.title().isBlank() ? "(no title)" : hit.title();
    List<Node> parts = new ArrayList<>();
    parts.add(element(Tag.H2, link(to(base, hit.page()), foreign(Html.cut(title, TITLE_SHOWN)))));
    if (!hit.snippet().isBlank()) {
      parts.add(element(Tag.P, foreign(hit.snippet())));
    }
    List<Node> by = new ArrayList<>();
    by.add(text(hit.word()));
    hit.repository().ifPresent(repository -> by.addAll(place(base, repository)));
    by.add(text(" · "));
    // A person found is named by the title already; the key always stands beside a name (W-3).
    Optional.ofNullable(names.get(hit.author()))
        .filter(name -> !name.equals(hit.title()))
        .ifPresent(name -> {
          by.add(foreign(name));
          by.add(text(" "));
        });
    by.add(Parts.npub(hit.author()));
    by.add(text(" · "));
    by.add(Parts.day(hit.event().createdAt()));
    parts.add(classed(Tag.P, "by", by));
    return element(Tag.LI, parts);
  }

  private static List<Node> place(String base, RepoAddress repository) {
    return List.of(
        text(" in "),
        link(new CodeLinks(base, repository).summary(), foreign(repository.identifier().text())));
  }

  /** Events as they were signed are no pages for search engines. */
  private static Link to(String base, SiteAddress page) {
    return new Link(base + Addresses.write(page), !(page instanceof SiteAddress.SignedEvent));
  }
}
