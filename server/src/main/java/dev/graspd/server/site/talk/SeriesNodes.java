package dev.graspd.server.site.talk;

import static dev.graspd.server.site.html.Html.classed;
import static dev.graspd.server.site.html.Html.element;
import static dev.graspd.server.site.html.Html.foreign;
import static dev.graspd.server.site.html.Html.link;
import static dev.graspd.server.site.html.Html.text;

import dev.graspd.core.talk.event.TalkEvent.Root;
import dev.graspd.core.talk.patch.Patch;
import dev.graspd.core.talk.patch.PatchReader;
import dev.graspd.core.talk.thread.PatchSeries;
import dev.graspd.core.talk.thread.TalkThread;
import dev.graspd.core.talk.thread.Titles;
import dev.graspd.server.site.address.DiffOptions;
import dev.graspd.server.site.address.RepositoryView;
import dev.graspd.server.site.address.TalkView;
import dev.graspd.server.site.html.Html;
import dev.graspd.server.site.html.Html.Attribute;
import dev.graspd.server.site.html.Html.Element;
import dev.graspd.server.site.html.Html.Link;
import dev.graspd.server.site.html.Html.Name;
import dev.graspd.server.site.html.Html.Node;
import dev.graspd.server.site.html.Html.Tag;
import dev.graspd.server.site.page.DiffNodes;
import dev.graspd.server.site.page.DiffView;
import dev.graspd.server.site.page.Parts;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A patch series (W-47): its parts in order, and the difference that each text writes. */
public final class SeriesNodes {
  /** Parts whose lines one page shows. */
  static final int PARTS_SHOWN = 20;

  /** Parts that are listed. */
  private static final int PARTS_LISTED = 200;

  /** How much text of patches one page shows, in characters. */
  private static final int CHARS_SHOWN = 1 << 20;

  private SeriesNodes() {}

  /** Returns the newest revision that is no proposal. */
  public static Optional<PatchSeries> current(TalkThread thread) {
    return thread.series().stream().filter(one -> !one.isProposed()).reduce((_, second) -> second);
  }

  private static Node applied() {
    return Parts.note(
        "These are patches as they were sent. Nobody has applied them here, so nobody has checked"
            + " that they fit.");
  }

  /** The parts of all revisions, for the conversation. */
  public static List<Node> list(TalkLinks links, TalkThread thread) {
    List<Node> content = new ArrayList<>();
    content.add(applied());
    Link files = links.code().to(new TalkView.Files(thread.root().id().hex()));
    Optional<PatchSeries> current = current(thread);
    int listed = 0;
    for (PatchSeries series : thread.series()) {
      String name = series.isProposed() ? "Proposed series" : "Revision " + series.number();
      content.add(
          classed(
              Tag.P,
              "by",
              text(name + " by "),
              links.person(series.first().author()),
              text(", "),
              links.signed(series.first())));
      List<Node> items = new ArrayList<>();
      int number = 0;
      for (Root part : series.parts()) {
        number++;
        if (listed++ >= PARTS_LISTED) {
          break;
        }
        Node title = foreign(title(part));
        boolean isShown = current.filter(series::equals).isPresent() && number <= PARTS_SHOWN;
        items.add(
            element(
                Tag.LI,
                isShown
                    ? link(
                        new Link(files.target() + "#" + anchor(number), files.isFollowed()), title)
                    : title));
      }
      content.add(element(Tag.OL, items));
    }
    return List.of(classed(Tag.SECTION, "offer", content));
  }

  private static String title(Root part) {
    String title = Titles.own(part);
    return title.isEmpty() ? "(no subject)" : title;
  }

  private static String anchor(int number) {
    return "part-" + number;
  }

  /** The differences of the current revision. */
  public static List<Node> files(TalkLinks links, TalkThread thread, DiffOptions options) {
    List<Node> nodes = new ArrayList<>();
    nodes.add(applied());
    DiffView view =
        new DiffView(
            links.code(),
            new RepositoryView.Talk(new TalkView.Files(thread.root().id().hex())),
            options);
    List<Root> parts = current(thread).map(PatchSeries::parts).orElse(List.of());
    int left = CHARS_SHOWN;
    for (int number = 1; number <= Math.min(parts.size(), PARTS_SHOWN); number++) {
      Root part = parts.get(number - 1);
      nodes.add(
          new Element(
              Tag.H2,
              List.of(new Attribute(Name.ID, anchor(number))),
              List.of(text(number + ". "), foreign(title(part)))));
      left -= part.content().length();
      if (left < 0) {
        nodes.add(Parts.note("This page is full. A Nostr client, or ngit, has all patches."));
        break;
      }
      nodes.addAll(part(links, part, view, number));
    }
    if (parts.size() > PARTS_SHOWN) {
      nodes.add(
          Parts.note(
              "The first %d of %d patches are shown. A Nostr client, or ngit, has all."
                  .formatted(PARTS_SHOWN, parts.size())));
    }
    return nodes;
  }

  private static List<Node> part(TalkLinks links, Root part, DiffView view, int number) {
    Patch patch = PatchReader.read(part.content());
    List<Node> nodes = new ArrayList<>();
    List<Node> by = new ArrayList<>();
    by.add(text("Sent by "));
    by.add(links.person(part.head().author()));
    by.add(text(", "));
    by.add(links.signed(part.head()));
    patch
        .author()
        .ifPresent(author -> {
          by.add(text(" · its text names as author "));
          by.add(foreign(Html.cut(author, 200)));
        });
    nodes.add(classed(Tag.P, "by", by));
    if (!patch.message().isEmpty()) {
      nodes.add(EventText.plain(patch.message()));
    }
    if (!patch.files().isEmpty()) {
      nodes.addAll(
          DiffNodes.of(
              PatchDiffs.page(patch), view, DiffNodes.LineNotes.NONE, "part-" + number + "-"));
    }
    if (patch.isCut()) {
      nodes.add(
          Parts.note(
              "This patch has more than %d files or %d lines; the rest is left out."
                  .formatted(Patch.FILES_MAX, Patch.LINES_MAX)));
    }
    return nodes;
  }
}
