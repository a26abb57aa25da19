package dev.graspd.server.site.talk;

import static dev.graspd.server.site.html.Html.classed;
import static dev.graspd.server.site.html.Html.element;
import static dev.graspd.server.site.html.Html.foreign;
import static dev.graspd.server.site.html.Html.link;
import static dev.graspd.server.site.html.Html.text;

import dev.graspd.core.nostr.EventHead;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.talk.event.CodePlace;
import dev.graspd.core.talk.event.StatusWord;
import dev.graspd.core.talk.event.TalkEvent;
import dev.graspd.core.talk.event.TalkEvent.Comment;
import dev.graspd.core.talk.event.TalkEvent.Labelling;
import dev.graspd.core.talk.thread.PullRevision;
import dev.graspd.core.talk.thread.Reactions;
import dev.graspd.core.talk.thread.TalkThread;
import dev.graspd.core.talk.thread.TimelineEntry;
import dev.graspd.core.talk.thread.TimelineEntry.Effect;
import dev.graspd.core.talk.thread.Titles;
import dev.graspd.server.site.address.DiffOptions;
import dev.graspd.server.site.address.TalkView;
import dev.graspd.server.site.html.Html.Attribute;
import dev.graspd.server.site.html.Html.Element;
import dev.graspd.server.site.html.Html.Link;
import dev.graspd.server.site.html.Html.Name;
import dev.graspd.server.site.html.Html.Node;
import dev.graspd.server.site.html.Html.Tag;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The entries of a timeline (W-43). */
final class TimelineNodes {
  private static final int ANCHOR_DIGITS = 16;

  private final TalkLinks links;
  private final TalkThread thread;
  private final Map<EventId, InlineSpot> spots;
  private final Set<EventId> here;

  /**
   * Shows entries of one page.
   *
   * @param spots where comments on lines stand now
   */
  TimelineNodes(
      TalkLinks links,
      TalkThread thread,
      Map<EventId, InlineSpot> spots,
      List<TimelineEntry> entries) {
    this.links = links;
    this.thread = thread;
    this.spots = spots;
    this.here = entries.stream().map(entry -> entry.event().id()).collect(Collectors.toSet());
  }

  static String anchor(EventId event) {
    return "e-" + event.hex().substring(0, ANCHOR_DIGITS);
  }

  /** The text that begins the thread. */
  Node root() {
    List<Node> head = new ArrayList<>(links.person(thread.root().head().author(), thread.author()));
    head.add(text(" · "));
    head.add(links.signed(thread.root().head()));
    List<Node> body = new ArrayList<>(ThreadPage.textOf(thread.root()));
    if (body.isEmpty()) {
      body.add(classed(Tag.P, "note", text("No text.")));
    }
    body.addAll(reactions(thread.root().id()));
    return card(thread.root().id(), "said root", head, body);
  }

  Node entry(TimelineEntry entry) {
    List<Node> who = links.person(entry.event().head().author(), entry.position());
    List<Node> head = new ArrayList<>();
    head.add(text(" "));
    head.addAll(done(entry));
    head.add(text(" · "));
    head.add(links.signed(entry.event().head()));
    if (entry.effect() == Effect.PROPOSED) {
      head.add(text(" "));
      head.add(classed(Tag.SPAN, "role", text("a proposal")));
    }
    head.addAll(inReplyTo(entry));
    List<Node> body = new ArrayList<>(body(entry.event()));
    body.addAll(reactions(entry.event().id()));
    String depth = entry.depth() == 0 ? "" : " d" + entry.depth();
    String classes = (body.isEmpty() ? "did" : "said") + depth;
    return thread.resolved().contains(entry.event().id())
        ? of(Tag.ARTICLE, entry.event().id(), classes, List.of(folded(who, head, body)))
        : card(entry.event().id(), classes, joined(who, head), body);
  }

  private static Node card(EventId id, String classes, List<Node> head, List<Node> body) {
    List<Node> content = new ArrayList<>();
    content.add(classed(Tag.P, "by", head));
    content.addAll(body);
    return of(Tag.ARTICLE, id, classes, content);
  }

  private static List<Node> joined(List<Node> who, List<Node> more) {
    List<Node> head = new ArrayList<>(who);
    head.addAll(more);
    return head;
  }

  /** A resolved thread takes no room; its links are inside, where they can be reached. */
  static Node folded(List<Node> who, List<Node> more, List<Node> body) {
    List<Node> words = new ArrayList<>(who);
    words.add(text(" "));
    words.add(classed(Tag.SPAN, "role", text("resolved")));
    List<Node> content = new ArrayList<>();
    content.add(classed(Tag.SUMMARY, "by", words));
    content.add(classed(Tag.P, "note", more));
    content.addAll(body);
    return element(Tag.DETAILS, content);
  }

  private static Node of(Tag tag, EventId id, String classes, List<Node> content) {
    return new Element(
        tag,
        List.of(new Attribute(Name.ID, anchor(id)), new Attribute(Name.CLASS, classes)),
        content);
  }

  // ---- heads

  private List<Node> inReplyTo(TimelineEntry entry) {
    if (entry.inReplyTo().isEmpty()) {
      return List.of();
    }
    EventId parent = entry.inReplyTo().get();
    if (entry.isParentMissing()) {
      return List.of(text(" · in reply to an event that is not here"));
    }
    Link there =
        here.contains(parent) ? new Link("#" + anchor(parent)) : links.code().event(parent);
    return List.of(text(" · "), link(there, text("in reply to")));
  }

  private List<Node> done(TimelineEntry entry) {
    return switch (entry.event()) {
      case Comment comment ->
          comment.place().map(place -> place(comment.id(), place)).orElse(List.of());
      case TalkEvent.StatusChange change -> List.of(text(words(change.word())));
      case Labelling labels -> labels(labels);
      case TalkEvent.CoverNote note ->
          List.of(
              text(
                  thread.cover().filter(note::equals).isPresent()
                      ? "wrote the text on top"
                      : "wrote a text for the top"));
      case TalkEvent.Review review -> List.of(text("reviewed: " + review.verdict().word()));
      case TalkEvent.Update update -> revised(update.head());
      case TalkEvent.Root patch -> List.of(text("sent the patch "), foreign(Titles.own(patch)));
      case TalkEvent.Reaction _, TalkEvent.Zap _ -> List.of();
    };
  }

  private String words(StatusWord word) {
    return switch (word) {
      case OPEN -> "opened this";
      case APPLIED -> thread.root().kind().bringsCommits() ? "merged this" : "resolved this";
      case CLOSED -> "closed this";
      case DRAFT -> "made this a draft";
    };
  }

  private List<Node> labels(Labelling labels) {
    List<Node> nodes = new ArrayList<>();
    labels
        .subject()
        .ifPresent(subject -> {
          nodes.add(text("changed the title to "));
          nodes.add(element(Tag.STRONG, foreign(subject)));
        });
    if (!labels.labels().isEmpty()) {
      nodes.add(text(nodes.isEmpty() ? "added" : " and added"));
      nodes.addAll(
          StateNodes.labels(
              links.code(), TalkLinks.section(thread.root().kind()), labels.labels()));
    }
    return nodes;
  }

  private List<Node> revised(EventHead event) {
    Optional<PullRevision> revision =
        thread.revisions().all().stream().filter(one -> one.event().equals(event)).findFirst();
    List<Node> nodes = new ArrayList<>();
    if (revision.isEmpty()) {
      return List.of(text("offered another commit"));
    }
    int number = revision.get().number();
    nodes.add(text("pushed revision " + number + ", commit "));
    nodes.add(commit(revision.get().offer().request().commit()));
    if (number > 1) {
      nodes.add(text(" "));
      nodes.add(
          link(
              links
                  .code()
                  .to(
                      new TalkView.Revised(
                          thread.root().id().hex(), number - 1, number, DiffOptions.USUAL)),
              text("what changed")));
    }
    return nodes;
  }

  static Node commit(Optional<Oid> commit) {
    return commit
        .map(oid -> element(Tag.CODE, text(oid.hex().substring(0, 10))))
        .orElse(text("of another kind of git"));
  }

  private List<Node> place(EventId comment, CodePlace place) {
    List<Node> nodes = new ArrayList<>();
    nodes.add(text("on "));
    nodes.add(element(Tag.CODE, foreign(place.path().toString())));
    place
        .lines()
        .ifPresent(lines ->
            nodes.add(
                text(
                    lines.first() == lines.last()
                        ? ", line " + lines.first()
                        : ", lines " + lines.first() + " to " + lines.last())));
    if (spots.get(comment) instanceof InlineSpot.Outdated) {
      nodes.add(text(" "));
      nodes.add(classed(Tag.SPAN, "role", text("outdated")));
    }
    return nodes;
  }

  // ---- bodies

  private static List<Node> body(TalkEvent event) {
    return switch (event) {
      case Comment comment -> EventText.of(comment.content());
      case TalkEvent.StatusChange change -> EventText.of(change.content());
      case TalkEvent.Review review -> EventText.of(review.content());
      case TalkEvent.CoverNote note -> EventText.of(note.content());
      case TalkEvent.Labelling _,
          TalkEvent.Update _,
          TalkEvent.Root _,
          TalkEvent.Reaction _,
          TalkEvent.Zap _ ->
          List.of();
    };
  }

  private List<Node> reactions(EventId event) {
    Reactions reactions = thread.reactions().get(event);
    if (reactions == null) {
      return List.of();
    }
    List<Node> items = new ArrayList<>();
    for (Reactions.Count one : reactions.counts()) {
      items.add(classed(Tag.SPAN, "ref", foreign(one.content()), text(" " + one.keys())));
      items.add(text(" "));
    }
    if (reactions.others() > 0) {
      items.add(classed(Tag.SPAN, "ref", text(reactions.others() + " others")));
      items.add(text(" "));
    }
    if (reactions.zaps() > 0) {
      items.add(
          classed(
              Tag.SPAN,
              "ref",
              text(reactions.zaps() + (reactions.zaps() == 1 ? " zap" : " zaps"))));
    }
    return List.of(classed(Tag.P, "reactions", items));
  }
}
