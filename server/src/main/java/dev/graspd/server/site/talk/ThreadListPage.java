package dev.graspd.server.site.talk;

import static dev.graspd.server.site.html.Html.classed;
import static dev.graspd.server.site.html.Html.element;
import static dev.graspd.server.site.html.Html.foreign;
import static dev.graspd.server.site.html.Html.link;
import static dev.graspd.server.site.html.Html.text;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.talk.list.Cursor;
import dev.graspd.core.talk.list.Listing;
import dev.graspd.core.talk.list.RowFilter.Section;
import dev.graspd.core.talk.list.RowFilter.States;
import dev.graspd.core.talk.list.Sort;
import dev.graspd.core.talk.list.ThreadRow;
import dev.graspd.core.talk.thread.State;
import dev.graspd.server.site.address.TalkView;
import dev.graspd.server.site.address.TalkView.Choice;
import dev.graspd.server.site.address.TalkView.From;
import dev.graspd.server.site.html.Html.Attribute;
import dev.graspd.server.site.html.Html.Element;
import dev.graspd.server.site.html.Html.Name;
import dev.graspd.server.site.html.Html.Node;
import dev.graspd.server.site.html.Html.Tag;
import dev.graspd.server.site.page.Forms;
import dev.graspd.server.site.page.Parts;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;

/** The page of a list of threads (W-40). */
public final class ThreadListPage {
  /**
   * What is shown.
   *
   * @param choice of the address
   * @param onlyKnown whether threads of strangers are left out
   * @param strangers how many open threads of strangers there are
   * @param isCut whether the repository has more threads than are listed
   * @param isCompared whether each open pull request was compared with the default branch
   */
  public record Facts(
      Section section,
      Choice choice,
      boolean onlyKnown,
      int strangers,
      Map<State, Integer> counts,
      Listing.Page page,
      boolean isCut,
      boolean isCompared) {}

  private ThreadListPage() {}

  /** Returns the title of a list. */
  public static String title(Section section) {
    return section == Section.ISSUES ? "Issues" : "Pull requests and patches";
  }

  public static List<Node> of(TalkLinks links, Facts facts) {
    List<Node> parts = new ArrayList<>();
    parts.add(element(Tag.H2, text(title(facts.section))));
    parts.add(form(links, facts));
    parts.add(states(links, facts));
    parts.addAll(filters(links, facts));
    if (facts.onlyKnown && facts.strangers > 0) {
      parts.add(strangers(links, facts));
    }
    if (facts.isCut) {
      parts.add(
          Parts.note(
              "This repository has more threads than this server lists; the newest are here."));
    }
    if (facts.section == Section.PULL_REQUESTS && !facts.isCompared) {
      parts.add(
          Parts.note(
              "Not all pull requests were compared with the default branch: it has too many"
                  + " commits, or git data is missing. Some may be merged; their own pages say"
                  + " so."));
    }
    parts.add(
        facts.page.rows().isEmpty()
            ? Parts.note("Nothing here matches. " + advice(facts))
            : rows(links, facts));
    Optional<Cursor> next = facts.page.next();
    next.ifPresent(cursor ->
        parts.add(
            element(
                Tag.P,
                link(links.code().to(listed(facts, facts.choice.at(cursor))), text("Next page")))));
    return parts;
  }

  private static String advice(Facts facts) {
    return facts.section == Section.ISSUES
        ? "Issues are written with a Nostr client, for example on gitworkshop.dev."
        : "A pull request is made with ngit send, or by a push to a branch that begins with pr/.";
  }

  private static TalkView listed(Facts facts, Choice choice) {
    return new TalkView.Listed(facts.section, choice);
  }

  private static Node form(TalkLinks links, Facts facts) {
    SequencedMap<String, String> sorts = new LinkedHashMap<>();
    sorts.put("newest", "Newest");
    sorts.put("updated", "Last updated");
    SequencedMap<String, String> from = new LinkedHashMap<>();
    from.put("all", "All");
    from.put("known", "Known people");
    List<Node> fields = new ArrayList<>();
    fields.add(Forms.input("Title or label", "q", facts.choice.text()));
    fields.add(hidden("state", word(facts.choice.states())));
    fields.add(Forms.select("Order", "sort", sorts, word(facts.choice.sort())));
    fields.add(Forms.select("From", "from", from, facts.onlyKnown ? "known" : "all"));
    facts.choice.label().ifPresent(label -> fields.add(hidden("label", label)));
    facts.choice.author().ifPresent(key -> fields.add(hidden("author", Bech32.npub(key))));
    return Forms.form(links.code().threads(facts.section), "Show", fields.toArray(Node[]::new));
  }

  private static String word(Enum<?> one) {
    return one.name().toLowerCase(Locale.ROOT);
  }

  private static Node hidden(String name, String value) {
    return new Element(
        Tag.INPUT,
        List.of(
            new Attribute(Name.TYPE, "hidden"),
            new Attribute(Name.NAME, name),
            new Attribute(Name.VALUE, value)),
        List.of());
  }

  /** The states with the number of threads that have them, if nothing else is chosen. */
  private static Node states(TalkLinks links, Facts facts) {
    List<Node> items = new ArrayList<>();
    for (States one : StateNodes.choices(facts.section)) {
      List<Node> words =
          List.of(
              text(StateNodes.words(one) + " "),
              classed(
                  Tag.SPAN, "count", text(Integer.toString(StateNodes.count(one, facts.counts)))));
      items.add(
          element(
              Tag.LI,
              one == facts.choice.states()
                  ? element(Tag.STRONG, words)
                  : link(
                      links.code().to(listed(facts, facts.choice.with(one))),
                      words.toArray(Node[]::new))));
    }
    return classed(Tag.UL, "choices", items);
  }

  /** What the list is limited to, each with a way out. */
  private static List<Node> filters(TalkLinks links, Facts facts) {
    List<Node> parts = new ArrayList<>();
    facts
        .choice
        .label()
        .ifPresent(label ->
            parts.add(
                classed(
                    Tag.P,
                    "note",
                    text("Only those with the label "),
                    classed(Tag.SPAN, "label", foreign(label)),
                    text(". "),
                    link(
                        links.code().to(listed(facts, facts.choice.withLabel(Optional.empty()))),
                        text("All labels")))));
    facts
        .choice
        .author()
        .ifPresent(key ->
            parts.add(
                classed(
                    Tag.P,
                    "note",
                    text("Only those that "),
                    links.person(key),
                    text(" began. "),
                    link(
                        links.code().to(listed(facts, facts.choice.withAuthor(Optional.empty()))),
                        text("All people")))));
    return parts;
  }

  private static Node strangers(TalkLinks links, Facts facts) {
    return classed(
        Tag.P,
        "note",
        text(
            ("Only maintainers are shown, and people to whom they have answered. %d open ones of"
                    + " others are left out. ")
                .formatted(facts.strangers)),
        link(links.code().to(listed(facts, facts.choice.with(From.ALL))), text("Show all")));
  }

  private static Node rows(TalkLinks links, Facts facts) {
    List<Node> items = new ArrayList<>();
    for (ThreadRow row : facts.page.rows()) {
      items.add(element(Tag.LI, title(links, row), by(links, row, facts.choice.sort())));
    }
    return classed(Tag.OL, "commits threads", items);
  }

  private static Node title(TalkLinks links, ThreadRow row) {
    List<Node> nodes = new ArrayList<>();
    nodes.add(StateNodes.of(row.state()));
    nodes.add(text(" "));
    if (row.state() == State.MERGED && row.decidedBy().isEmpty()) {
      nodes.add(classed(Tag.SPAN, "by", text("by content, status not signed ")));
    }
    nodes.add(
        link(
            links.thread(row.kind(), row.id()),
            foreign(row.title().isEmpty() ? "(no title)" : row.title())));
    nodes.addAll(StateNodes.labels(links.code(), TalkLinks.section(row.kind()), row.labels()));
    return classed(Tag.DIV, "thread", nodes);
  }

  private static Node by(TalkLinks links, ThreadRow row, Sort sort) {
    List<Node> nodes = new ArrayList<>();
    nodes.add(links.person(row.author()));
    nodes.add(text(", "));
    nodes.add(Parts.day(row.createdAt()));
    if (sort == Sort.UPDATED) {
      nodes.add(text(", updated "));
      nodes.add(Parts.day(row.updatedAt()));
    }
    if (row.comments() > 0) {
      nodes.add(text(" · " + row.comments() + (row.comments() == 1 ? " comment" : " comments")));
    }
    return classed(Tag.P, "by", nodes);
  }
}
