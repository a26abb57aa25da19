package dev.graspd.server.ops.pages;

import static dev.graspd.server.site.html.Html.code;
import static dev.graspd.server.site.html.Html.element;
import static dev.graspd.server.site.html.Html.foreign;
import static dev.graspd.server.site.html.Html.link;
import static dev.graspd.server.site.html.Html.table;
import static dev.graspd.server.site.html.Html.text;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.policy.room.Quota;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefName;
import dev.graspd.server.catalogue.CatalogueEntry;
import dev.graspd.server.ops.pages.RepositoryFacts.Copy;
import dev.graspd.server.ops.pages.RepositoryFacts.Member;
import dev.graspd.server.site.html.Html;
import dev.graspd.server.site.html.Html.Attribute;
import dev.graspd.server.site.html.Html.Element;
import dev.graspd.server.site.html.Html.Name;
import dev.graspd.server.site.html.Html.Node;
import dev.graspd.server.site.html.Html.Tag;
import dev.graspd.server.site.serve.RepositorySections.Sections;
import dev.graspd.server.site.summary.SummaryPage;
import dev.graspd.server.site.summary.Trust;
import dev.graspd.server.site.truth.Truth;
import dev.graspd.server.web.http.OpsPages.Page;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The page of a repository: maintainers, clone URLs, refs, storage. */
record RepositoryPage(PageLayout layout, ServiceUrls urls) {
  /** The most rows of one table; git shows all of them. */
  private static final int ROWS_MAX = 100;

  private static final int DESCRIPTION_CHARS_MAX = 2_000;
  private static final int SHORT_ID_CHARS = 10;

  Page of(RepositoryFacts facts) {
    List<Node> parts = new ArrayList<>();
    if (!facts.description().isBlank()) {
      parts.add(element(Tag.P, foreign(Html.cut(facts.description(), DESCRIPTION_CHARS_MAX))));
    }
    facts.archived().ifPresent(copy -> parts.add(archived(copy)));
    parts.addAll(howToGetIt(facts));
    parts.add(element(Tag.H2, text("Maintainers")));
    parts.add(table(List.of("key", "role"), facts.members().stream().map(this::row).toList()));
    parts.addAll(refs("Branches", "refs/heads/", facts));
    parts.addAll(refs("Tags", "refs/tags/", facts));
    parts.addAll(new SituationSection(urls).of(facts.situation()));
    parts.add(element(Tag.H2, text("Storage")));
    parts.add(
        table(
            List.of("git data of", "bytes"),
            facts.room().stream().map(RepositoryPage::room).toList()));
    parts.add(element(Tag.P, link(urls.api(facts.address()), text("JSON"))));
    return layout.page(200, Html.cut(name(facts), DESCRIPTION_CHARS_MAX), parts);
  }

  /** Returns what comes before and after the code. */
  Sections sections(RepositoryFacts facts) {
    List<Node> details = new ArrayList<>();
    details.add(element(Tag.H2, text("Maintainers")));
    details.add(
        scrolled(table(List.of("key", "role"), facts.members().stream().map(this::row).toList())));
    details.addAll(standing(facts));
    details.add(
        element(
            Tag.P,
            link(urls.api(facts.address()), text("JSON")),
            text(" · "),
            link(
                urls.browse(facts.address()),
                text("issues and pull requests on gitworkshop.dev"))));
    return new Sections(
        Html.cut(name(facts), DESCRIPTION_CHARS_MAX),
        Html.cut(facts.description(), DESCRIPTION_CHARS_MAX),
        new SummaryPage.About(
            introduction(facts),
            facts.entry().map(CatalogueEntry::topics).orElse(List.of()),
            urls.git(facts.address()),
            urls.nostr(facts.address()),
            trust(facts),
            details));
  }

  /** Returns what stands around that which is signed. */
  Truth.Around around(RepositoryFacts facts) {
    return new Truth.Around(
        facts.archived().map(RepositoryPage::archived).stream().toList(), standing(facts));
  }

  /** What waits, other copies, and storage. */
  private List<Node> standing(RepositoryFacts facts) {
    List<Node> parts = new ArrayList<>();
    for (Node node : new SituationSection(urls).of(facts.situation())) {
      boolean isTable = node instanceof Element(var tag, _, _) && tag == Tag.TABLE;
      parts.add(isTable ? scrolled(node) : node);
    }
    parts.add(element(Tag.H2, text("Storage")));
    parts.add(
        scrolled(
            table(
                List.of("git data of", "bytes"),
                facts.room().stream().map(RepositoryPage::room).toList())));
    return parts;
  }

  private static String name(RepositoryFacts facts) {
    return facts.name().isBlank() ? facts.address().identifier().text() : facts.name();
  }

  /** The heading of the page has the identifier; another name is said here. */
  private static List<Node> introduction(RepositoryFacts facts) {
    List<Node> lead = new ArrayList<>();
    if (!name(facts).equals(facts.address().identifier().text())) {
      lead.add(element(Tag.STRONG, foreign(Html.cut(name(facts), DESCRIPTION_CHARS_MAX))));
      lead.add(text(" "));
    }
    if (!facts.description().isBlank()) {
      lead.add(foreign(Html.cut(facts.description(), DESCRIPTION_CHARS_MAX)));
    }
    List<Node> introduction = new ArrayList<>();
    if (!lead.isEmpty()) {
      introduction.add(Html.classed(Tag.P, "lead", lead));
    }
    facts.archived().ifPresent(copy -> introduction.add(archived(copy)));
    return introduction;
  }

  private static Optional<Trust> trust(RepositoryFacts facts) {
    return facts
        .refs()
        .head()
        .flatMap(branch -> {
          Optional<Oid> value = Optional.ofNullable(facts.refs().values().get(branch));
          return value.map(oid ->
              new Trust(
                  branch,
                  oid,
                  facts.signed().signer(branch, oid),
                  facts.signed().waiting(branch, oid).isPresent(),
                  copies(branch, facts.situation().copies())));
        });
  }

  private static Trust.Copies copies(RefName branch, List<Situation.Remote> copies) {
    int same = 0;
    int other = 0;
    int unknown = 0;
    for (Situation.Remote copy : copies) {
      switch (copy.about(branch)) {
        case SAME -> same++;
        case OTHER_VALUE, MISSING -> other++;
        case UNKNOWN -> unknown++;
      }
    }
    return new Trust.Copies(same, other, unknown);
  }

  private static Node scrolled(Node table) {
    return new Element(
        Tag.DIV,
        List.of(new Attribute(Name.CLASS, "scroll"), new Attribute(Name.TABINDEX, "0")),
        List.of(table));
  }

  private static Node archived(Copy copy) {
    Node archived = element(Tag.STRONG, text("Archived. "));
    return copy.pushTo()
        .map(place ->
            element(
                Tag.P,
                archived,
                text("This server keeps a copy and takes no pushes for it: push to "),
                foreign(place),
                text(".")))
        .orElseGet(() ->
            element(
                Tag.P,
                archived,
                text(
                    "This server keeps a copy of a repository that is hosted elsewhere. It takes"
                        + " what its maintainers sign and push here, too.")));
  }

  private List<Node> howToGetIt(RepositoryFacts facts) {
    return List.of(
        PageLayout.commands(
            "git clone "
                + urls.git(facts.address())
                + "\n\n# with ngit installed, to take part:\ngit clone "
                + urls.nostr(facts.address())),
        element(Tag.P, whereToRead(facts)));
  }

  /** Without a branch there is no code to show. */
  private List<Node> whereToRead(RepositoryFacts facts) {
    List<Node> parts = new ArrayList<>();
    if (facts.refs().values().keySet().stream().anyMatch(RefName::isHead)) {
      parts.add(link(urls.files(facts.address()), text("Files")));
      parts.add(text(" and "));
      parts.add(link(urls.commits(facts.address()), text("commits")));
      parts.add(text(" here; "));
    }
    parts.add(link(urls.browse(facts.address()), text("issues and pull requests")));
    parts.add(text(" on gitworkshop.dev"));
    return parts;
  }

  private List<Node> row(Member member) {
    List<Node> who = new ArrayList<>();
    member
        .name()
        .ifPresent(name -> {
          who.add(Html.classed(Tag.SPAN, "name", foreign(name)));
          who.add(text(" "));
        });
    who.add(code(Bech32.npub(member.key())));
    return List.of(element(Tag.SPAN, who), text(member.position().words()));
  }

  private static List<Node> room(Quota.Level level) {
    String what =
        switch (level.account()) {
          case REPOSITORY -> "this repository";
          case OWNER -> "all repositories of its owner";
        };
    String full = level.isNearlyFull() ? ", nearly full" : "";
    return List.of(text(what), text(level.text() + full));
  }

  private static List<Node> refs(String title, String prefix, RepositoryFacts facts) {
    List<Map.Entry<RefName, Oid>> refs =
        facts.refs().values().entrySet().stream()
            .filter(entry -> entry.getKey().text().startsWith(prefix))
            .toList();
    List<Node> parts = new ArrayList<>();
    parts.add(element(Tag.H2, text(title)));
    if (refs.isEmpty()) {
      parts.add(element(Tag.P, text("none")));
      return parts;
    }
    parts.add(
        table(
            List.of("name", "object"),
            refs.stream()
                .limit(ROWS_MAX)
                .map(entry -> row(entry.getKey(), entry.getValue(), prefix, facts))
                .toList()));
    if (refs.size() > ROWS_MAX) {
      parts.add(element(Tag.P, text("and " + (refs.size() - ROWS_MAX) + " more: git ls-remote")));
    }
    return parts;
  }

  private static List<Node> row(RefName ref, Oid value, String prefix, RepositoryFacts facts) {
    boolean isHead = facts.refs().head().filter(ref::equals).isPresent();
    Node name = foreign(ref.text().substring(prefix.length()));
    return List.of(
        isHead ? element(Tag.STRONG, name, text(" (HEAD)")) : name,
        code(value.hex().substring(0, SHORT_ID_CHARS)));
  }
}
