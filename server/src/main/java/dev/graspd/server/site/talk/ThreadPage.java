package dev.graspd.server.site.talk;

import static dev.graspd.server.site.html.Html.classed;
import static dev.graspd.server.site.html.Html.element;
import static dev.graspd.server.site.html.Html.foreign;
import static dev.graspd.server.site.html.Html.link;
import static dev.graspd.server.site.html.Html.text;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.talk.event.ReviewVerdict;
import dev.graspd.core.talk.event.RootKind;
import dev.graspd.core.talk.event.TalkEvent;
import dev.graspd.core.talk.thread.State;
import dev.graspd.core.talk.thread.TalkThread;
import dev.graspd.core.talk.thread.Timeline;
import dev.graspd.core.talk.thread.TimelineEntry;
import dev.graspd.server.site.address.TalkView;
import dev.graspd.server.site.html.Html;
import dev.graspd.server.site.html.Html.Attribute;
import dev.graspd.server.site.html.Html.Element;
import dev.graspd.server.site.html.Html.Link;
import dev.graspd.server.site.html.Html.Name;
import dev.graspd.server.site.html.Html.Node;
import dev.graspd.server.site.html.Html.Tag;
import dev.graspd.server.site.page.Parts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The page of a thread (W-41 to W-43), and what its other pages share with it. */
public final class ThreadPage {
  /**
   * What is shown.
   *
   * @param page of its timeline, counted from 1
   * @param isCut whether it has more events than are read
   * @param spots where comments on lines stand now
   * @param parts what a pull request or a patch series offers
   * @param share where to take part
   */
  public record Facts(
      TalkThread thread,
      int page,
      boolean isCut,
      Map<EventId, InlineSpot> spots,
      List<Node> parts,
      Share share) {
    public Facts {
      parts = List.copyOf(parts);
    }
  }

  /**
   * How others find the thread.
   *
   * @param nevent its name with this relay
   * @param elsewhere the same thread where it can be answered
   * @param nostrUrl of the repository, for git
   */
  public record Share(String nevent, Link elsewhere, String nostrUrl) {}

  /** The pages of a pull request or a patch series. */
  public enum Tab {
    CONVERSATION,
    COMMITS,
    FILES
  }

  private ThreadPage() {}

  /** Returns the title of a thread. */
  public static String title(TalkThread thread) {
    return thread.title().isEmpty() ? "(no title)" : thread.title();
  }

  public static List<Node> of(TalkLinks links, Facts facts) {
    TalkThread thread = facts.thread;
    List<TimelineEntry> entries = thread.timeline().page(facts.page);
    TimelineNodes timeline = new TimelineNodes(links, thread, facts.spots, entries);
    List<Node> parts = new ArrayList<>(head(links, thread, Tab.CONVERSATION));
    thread.cover().ifPresent(note -> parts.add(cover(links, note)));
    if (facts.page == 1) {
      parts.add(timeline.root());
      parts.addAll(facts.parts);
    }
    entries.forEach(entry -> parts.add(timeline.entry(entry)));
    parts.addAll(pages(links, facts));
    parts.addAll(share(thread, facts.share));
    return parts;
  }

  private static Node cover(TalkLinks links, TalkEvent.CoverNote note) {
    List<Node> content = new ArrayList<>();
    content.add(
        classed(
            Tag.P,
            "by",
            text("Put on top by "),
            links.person(note.head().author()),
            text(" · "),
            links.signed(note.head())));
    content.addAll(EventText.of(note.content()));
    return classed(Tag.ARTICLE, "said cover", content);
  }

  /** The title, the state with the event that decided it, and the other pages. */
  public static List<Node> head(TalkLinks links, TalkThread thread, Tab tab) {
    List<Node> parts = new ArrayList<>();
    parts.add(classed(Tag.H2, "title", foreign(title(thread))));
    parts.add(classed(Tag.P, "by", state(links, thread)));
    if (!thread.labels().isEmpty()) {
      parts.add(
          classed(
              Tag.P,
              "by",
              StateNodes.labels(
                  links.code(), TalkLinks.section(thread.root().kind()), thread.labels())));
    }
    if (thread.root().kind().bringsCommits()) {
      parts.add(tabs(links, thread, tab));
    }
    return parts;
  }

  private static List<Node> state(TalkLinks links, TalkThread thread) {
    List<Node> nodes = new ArrayList<>();
    nodes.add(StateNodes.of(thread.status().state()));
    nodes.add(text(" "));
    thread
        .status()
        .decidedBy()
        .ifPresentOrElse(
            event -> {
              nodes.add(text("by "));
              nodes.add(links.person(event.author()));
              nodes.add(text(", signed "));
              nodes.add(links.signed(event));
              nodes.add(text(" · "));
            },
            () -> {
              if (thread.status().state() == State.MERGED) {
                nodes.add(
                    text("by content: the default branch has its commits · status not signed · "));
              }
            });
    nodes.add(text(words(thread.root().kind()) + " of "));
    nodes.add(links.person(thread.root().head().author()));
    nodes.add(text(", "));
    nodes.add(Parts.day(thread.root().head().createdAt()));
    thread
        .reviews()
        .counts()
        .forEach((verdict, count) -> nodes.add(text(" · " + words(verdict, count))));
    return nodes;
  }

  private static String words(RootKind kind) {
    return switch (kind) {
      case ISSUE -> "issue";
      case PULL_REQUEST -> "pull request";
      case PATCH -> "patch";
    };
  }

  private static String words(ReviewVerdict verdict, int count) {
    return count + " × " + verdict.word();
  }

  private static Node tabs(TalkLinks links, TalkThread thread, Tab now) {
    String id = thread.root().id().hex();
    List<Node> items = new ArrayList<>();
    for (Tab tab : Tab.values()) {
      if (tab == Tab.COMMITS && thread.root().kind() == RootKind.PATCH) {
        continue;
      }
      Link there =
          switch (tab) {
            case CONVERSATION -> links.thread(thread.root().kind(), thread.root().id());
            case COMMITS -> links.code().to(new TalkView.Offered(id));
            case FILES -> links.code().to(new TalkView.Files(id));
          };
      String words =
          switch (tab) {
            case CONVERSATION -> "Conversation";
            case COMMITS -> "Commits";
            case FILES -> "Files";
          };
      items.add(
          element(
              Tag.LI, tab == now ? element(Tag.STRONG, text(words)) : link(there, text(words))));
    }
    return classed(Tag.UL, "choices", items);
  }

  /** The text of a root; that of a patch is shown by its parts. */
  static List<Node> textOf(TalkEvent.Root root) {
    return root.kind() == RootKind.PATCH ? List.of() : EventText.of(root.content());
  }

  private static List<Node> pages(TalkLinks links, Facts facts) {
    List<Node> parts = new ArrayList<>();
    Timeline timeline = facts.thread.timeline();
    if (timeline.omitted() > 0 || facts.isCut) {
      parts.add(
          Parts.note(
              "This thread has more events than a page shows: at most %d, and 16 million characters. A Nostr client has all."
                  .formatted(Timeline.ENTRIES_MAX)));
    }
    if (timeline.pages() <= 1) {
      return parts;
    }
    TalkEvent.Root root = facts.thread.root();
    List<Node> items = new ArrayList<>();
    for (int page = 1; page <= timeline.pages(); page++) {
      Node words = text("Page " + page);
      items.add(
          element(
              Tag.LI,
              page == facts.page
                  ? element(Tag.STRONG, words)
                  : link(
                      links
                          .code()
                          .to(
                              new TalkView.Conversation(
                                  TalkLinks.section(root.kind()), root.id().hex(), page)),
                      words)));
    }
    parts.add(classed(Tag.UL, "choices", items));
    return parts;
  }

  /** Writing stays with clients (W-1). */
  private static List<Node> share(TalkThread thread, Share share) {
    List<Node> parts = new ArrayList<>();
    parts.add(element(Tag.H2, text("Take part")));
    parts.add(
        element(
            Tag.P,
            link(new Link("nostr:" + share.nevent), text("Open in a Nostr client")),
            text(" · "),
            link(share.elsewhere, text("Answer on gitworkshop.dev"))));
    if (thread.root().kind().bringsCommits()) {
      parts.add(element(Tag.P, text("With ngit, in a clone of the repository:")));
      parts.add(
          new Element(
              Tag.PRE,
              List.of(new Attribute(Name.CLASS, "command"), new Attribute(Name.TABINDEX, "0")),
              List.of(Html.code("git clone " + share.nostrUrl + "\nngit list"))));
    }
    return parts;
  }
}
