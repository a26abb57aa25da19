package dev.graspd.server.site.page;

import static dev.graspd.server.site.html.Html.classed;
import static dev.graspd.server.site.html.Html.element;
import static dev.graspd.server.site.html.Html.foreign;
import static dev.graspd.server.site.html.Html.link;
import static dev.graspd.server.site.html.Html.text;

import dev.graspd.core.repo.Oid;
import dev.graspd.core.tree.TreeName;
import dev.graspd.core.tree.TreePath;
import dev.graspd.server.git.browse.CommitFacts;
import dev.graspd.server.site.html.Html;
import dev.graspd.server.site.html.Html.Attribute;
import dev.graspd.server.site.html.Html.Element;
import dev.graspd.server.site.html.Html.Name;
import dev.graspd.server.site.html.Html.Node;
import dev.graspd.server.site.html.Html.Tag;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Parts that several pages have. */
final class Parts {
  static final int ID_SHOWN = 10;
  private static final int SUBJECT_SHOWN = 200;
  private static final DateTimeFormatter DAY =
      DateTimeFormatter.ofPattern("yyyy-MM-dd", Locale.ROOT).withZone(ZoneOffset.UTC);

  private Parts() {}

  /** The way from the root to a path, each directory as a link. */
  static Node crumbs(CodeLinks links, String revision, TreePath path) {
    List<Node> items = new ArrayList<>();
    items.add(
        element(
            Tag.LI,
            link(
                links.tree(revision, TreePath.ROOT),
                foreign(links.repository().identifier().text()))));
    TreePath at = TreePath.ROOT;
    for (TreeName name : path.names()) {
      at = at.child(name);
      boolean isLast = at.equals(path);
      Node shown = foreign(name.text());
      items.add(
          isLast
              ? new Element(
                  Tag.LI, List.of(new Attribute(Name.ARIA_CURRENT, "page")), List.of(shown))
              : element(Tag.LI, link(links.tree(revision, at), shown)));
    }
    return new Element(
        Tag.NAV,
        List.of(new Attribute(Name.CLASS, "crumbs"), new Attribute(Name.ARIA_LABEL, "Path")),
        List.of(element(Tag.OL, items)));
  }

  static Node shortId(CodeLinks links, Oid commit) {
    return link(links.commit(commit), Html.code(commit.hex().substring(0, ID_SHOWN)));
  }

  static Node subject(CodeLinks links, CommitFacts commit) {
    String subject = commit.subject().isEmpty() ? "(no message)" : commit.subject();
    return link(links.commit(commit.oid()), foreign(Html.cut(subject, SUBJECT_SHOWN)));
  }

  /** A day, with the exact time for those who ask; never relative to now. */
  static Node day(long seconds) {
    try {
      Instant at = Instant.ofEpochSecond(seconds);
      return new Element(
          Tag.TIME,
          List.of(
              new Attribute(Name.DATETIME, at.toString()),
              new Attribute(Name.TITLE, Html.time(at))),
          List.of(text(DAY.format(at))));
    } catch (DateTimeException _) {
      return text("at no time");
    }
  }

  static Node note(String words) {
    return classed(Tag.P, "note", text(words));
  }
}
