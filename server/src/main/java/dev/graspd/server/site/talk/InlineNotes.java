package dev.graspd.server.site.talk;

import static dev.graspd.server.site.html.Html.classed;
import static dev.graspd.server.site.html.Html.element;
import static dev.graspd.server.site.html.Html.foreign;
import static dev.graspd.server.site.html.Html.link;
import static dev.graspd.server.site.html.Html.text;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.talk.event.CodePlace;
import dev.graspd.core.talk.event.CodePlace.Side;
import dev.graspd.core.talk.event.TalkEvent.Comment;
import dev.graspd.core.talk.member.MemberKind;
import dev.graspd.core.talk.thread.Suggestion;
import dev.graspd.core.talk.thread.TalkThread;
import dev.graspd.core.talk.thread.Timeline;
import dev.graspd.core.talk.thread.TimelineEntry;
import dev.graspd.core.tree.TreePath;
import dev.graspd.server.git.browse.DiffPage;
import dev.graspd.server.git.browse.FileChange;
import dev.graspd.server.git.browse.FileDiff;
import dev.graspd.server.git.browse.FileDiff.Hunk;
import dev.graspd.server.git.browse.FileDiff.Line;
import dev.graspd.server.site.html.Html.Attribute;
import dev.graspd.server.site.html.Html.Element;
import dev.graspd.server.site.html.Html.Link;
import dev.graspd.server.site.html.Html.Name;
import dev.graspd.server.site.html.Html.Node;
import dev.graspd.server.site.html.Html.Tag;
import dev.graspd.server.site.page.DiffNodes;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Comments under the lines of a difference that they are about (W-45). */
public final class InlineNotes implements DiffNodes.LineNotes {
  /** Most comments that one difference shows; the others are in the thread. */
  static final int SHOWN_MAX = 200;

  private final TalkLinks links;
  private final TalkThread thread;
  private final Map<InlineSpot, String> lines = new HashMap<>();
  private final Map<InlineSpot, List<Comment>> under = new HashMap<>();
  private final Map<TreePath, List<Comment>> ofFiles = new HashMap<>();
  private final List<Comment> elsewhere = new ArrayList<>();

  /**
   * Finds the place of each comment.
   *
   * @param spots where comments stand now; those that are outdated are in the thread alone
   */
  public InlineNotes(
      TalkLinks links, TalkThread thread, Map<EventId, InlineSpot> spots, DiffPage page) {
    this.links = links;
    this.thread = thread;
    page.files().forEach(this::read);
    thread.inline().stream()
        .limit(SHOWN_MAX)
        .forEach(comment ->
            Optional.ofNullable(spots.get(comment.id()))
                .ifPresent(spot -> put(comment, spot, page)));
  }

  private void read(FileDiff file) {
    if (!(file.body() instanceof FileDiff.Lines all)) {
      return;
    }
    for (Hunk hunk : all.hunks()) {
      int before = hunk.firstBefore();
      int after = hunk.firstAfter();
      for (Line line : hunk.lines()) {
        String text =
            new String(line.latin1().getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
        if (line.kind() != Line.Kind.ADDED) {
          lines.put(new InlineSpot.Line(file.change().path(), Side.OLD, before++), text);
        }
        if (line.kind() != Line.Kind.REMOVED) {
          lines.put(new InlineSpot.Line(file.change().path(), Side.NEW, after++), text);
        }
      }
    }
  }

  private void put(Comment comment, InlineSpot spot, DiffPage page) {
    switch (spot) {
      case InlineSpot.Outdated() -> {}
      case InlineSpot.Line line when lines.containsKey(line) ->
          under.computeIfAbsent(line, _ -> new ArrayList<>()).add(comment);
      case InlineSpot.Line(var path, _, _) -> file(comment, path, page);
      case InlineSpot.OfFile(var path) -> file(comment, path, page);
    }
  }

  private void file(Comment comment, TreePath path, DiffPage page) {
    if (page.files().stream().anyMatch(file -> file.change().path().equals(path))) {
      ofFiles.computeIfAbsent(path, _ -> new ArrayList<>()).add(comment);
    } else {
      elsewhere.add(comment);
    }
  }

  @Override
  public List<Node> ofFile(FileChange change) {
    return nodes(ofFiles.getOrDefault(change.path(), List.of()), true);
  }

  @Override
  public List<Node> under(FileChange change, int before, int after) {
    List<Node> nodes = new ArrayList<>();
    if (before > 0) {
      nodes.addAll(at(new InlineSpot.Line(change.path(), Side.OLD, before)));
    }
    if (after > 0) {
      nodes.addAll(at(new InlineSpot.Line(change.path(), Side.NEW, after)));
    }
    return nodes;
  }

  private List<Node> at(InlineSpot spot) {
    return nodes(under.getOrDefault(spot, List.of()), false);
  }

  /** Comments on files that the difference does not show. */
  public List<Node> rest() {
    if (elsewhere.isEmpty()) {
      return List.of();
    }
    List<Node> nodes = new ArrayList<>();
    nodes.add(element(Tag.H2, text("Comments on other files")));
    nodes.addAll(nodes(elsewhere, true));
    return nodes;
  }

  // ---- one comment

  private List<Node> nodes(List<Comment> comments, boolean saysWhere) {
    return comments.stream().map(comment -> node(comment, saysWhere)).toList();
  }

  private Node node(Comment comment, boolean saysWhere) {
    List<Node> who = links.person(comment.head().author(), position(comment));
    List<Node> head = new ArrayList<>();
    head.add(text(" · "));
    head.add(links.signed(comment.head()));
    comment.place().filter(_ -> saysWhere).ifPresent(place -> head.add(where(place)));
    head.add(text(" · "));
    head.add(link(inThread(comment), text("in the thread")));
    List<Node> body = new ArrayList<>(suggestions(comment));
    if (thread.resolved().contains(comment.id())) {
      return classed(Tag.ARTICLE, "said inline", TimelineNodes.folded(who, head, body));
    }
    List<Node> content = new ArrayList<>();
    List<Node> whole = new ArrayList<>(who);
    whole.addAll(head);
    content.add(classed(Tag.P, "by", whole));
    content.addAll(body);
    return classed(Tag.ARTICLE, "said inline", content);
  }

  private MemberKind position(Comment comment) {
    return thread.timeline().entries().stream()
        .filter(entry -> entry.event().id().equals(comment.id()))
        .map(TimelineEntry::position)
        .findFirst()
        .orElse(MemberKind.NONE);
  }

  private static Node where(CodePlace place) {
    String lines =
        place
            .lines()
            .map(range ->
                ":" + range.first() + (range.last() > range.first() ? "-" + range.last() : ""))
            .orElse("");
    return element(Tag.SPAN, text(" · "), element(Tag.CODE, foreign(place.path() + lines)));
  }

  private Link inThread(Comment comment) {
    String page = links.thread(thread.root().kind(), thread.root().id()).target();
    int at = 0;
    for (TimelineEntry entry : thread.timeline().entries()) {
      if (entry.event().id().equals(comment.id())) {
        break;
      }
      at++;
    }
    int number = at / Timeline.PAGE_MAX + 1;
    return new Link(
        page + (number > 1 ? "?page=" + number : "") + "#" + TimelineNodes.anchor(comment.id()));
  }

  // ---- suggestions

  private List<Node> suggestions(Comment comment) {
    List<Suggestion> found = Suggestion.of(comment);
    List<Node> nodes =
        new ArrayList<>(
            EventText.of(
                found.isEmpty() ? comment.content() : withoutSuggestions(comment.content())));
    for (Suggestion one : found) {
      nodes.add(suggestion(comment, one));
    }
    return nodes;
  }

  private Node suggestion(Comment comment, Suggestion suggestion) {
    TreePath path = comment.place().orElseThrow().path();
    List<Node> shown = new ArrayList<>();
    CodePlace.Lines replaced = suggestion.replaced();
    for (int number = replaced.first();
        number <= Math.min(replaced.last(), replaced.first() + SHOWN_MAX);
        number++) {
      Optional<String> line =
          Optional.ofNullable(lines.get(new InlineSpot.Line(path, replaced.side(), number)));
      line.ifPresent(was -> shown.add(element(Tag.DEL, text("-" + was + "\n"))));
    }
    suggestion.lines().forEach(line -> shown.add(element(Tag.INS, text("+" + line + "\n"))));
    return new Element(
        Tag.PRE,
        List.of(new Attribute(Name.CLASS, "file"), new Attribute(Name.TABINDEX, "0")),
        List.of(element(Tag.CODE, shown)));
  }

  /** The text around the fences of suggestions, which are shown as differences. */
  private static String withoutSuggestions(String content) {
    StringBuilder rest = new StringBuilder();
    boolean isInside = false;
    for (String line : (Iterable<String>) content.lines()::iterator) {
      boolean isFence = line.startsWith("```");
      if (!isInside && isFence && line.endsWith("suggestion")) {
        isInside = true;
      } else if (isInside && isFence) {
        isInside = false;
      } else if (!isInside) {
        rest.append(line).append('\n');
      }
    }
    return rest.toString();
  }
}
