package dev.graspd.server.site.page;

import static dev.graspd.server.site.html.Html.classed;
import static dev.graspd.server.site.html.Html.element;
import static dev.graspd.server.site.html.Html.foreign;
import static dev.graspd.server.site.html.Html.link;
import static dev.graspd.server.site.html.Html.text;

import dev.graspd.core.tree.TreePath;
import dev.graspd.server.site.address.DiffOptions;
import dev.graspd.server.site.address.DiffOptions.Space;
import dev.graspd.server.site.address.DiffOptions.View;
import dev.graspd.server.site.address.RepositoryView.Form;
import dev.graspd.server.site.html.Html.Node;
import dev.graspd.server.site.html.Html.Tag;
import java.util.ArrayList;
import java.util.List;

/** The choices above a difference (W-15), each as a link. */
final class DiffBar {
  private DiffBar() {}

  static List<Node> of(DiffView view) {
    DiffOptions now = view.options();
    List<Node> items = new ArrayList<>();
    for (View one : View.values()) {
      DiffOptions other = new DiffOptions(now.path(), one, now.context(), now.space());
      items.add(choice(view, words(one), one == now.view(), other));
    }
    for (int lines : DiffOptions.CONTEXTS) {
      DiffOptions other = new DiffOptions(now.path(), now.view(), lines, now.space());
      items.add(choice(view, lines + " lines around", lines == now.context(), other));
    }
    for (Space one : Space.values()) {
      DiffOptions other = new DiffOptions(now.path(), now.view(), now.context(), one);
      items.add(choice(view, words(one), one == now.space(), other));
    }
    for (Form form : view.hasForms() ? List.of(Form.DIFF, Form.PATCH) : List.<Form>of()) {
      items.add(element(Tag.LI, link(view.as(form), text("." + form.words()))));
    }
    List<Node> parts = new ArrayList<>();
    parts.add(classed(Tag.UL, "choices", items));
    if (view.isLimited()) {
      DiffOptions all = new DiffOptions(List.of(), now.view(), now.context(), now.space());
      parts.add(
          classed(
              Tag.P,
              "note",
              text("Only "),
              foreign(new TreePath(now.path()).toString()),
              text(" is shown. "),
              link(view.with(all), text("All files"))));
    }
    return parts;
  }

  private static Node choice(DiffView view, String words, boolean isNow, DiffOptions other) {
    return element(
        Tag.LI, isNow ? element(Tag.STRONG, text(words)) : link(view.with(other), text(words)));
  }

  private static String words(View view) {
    return switch (view) {
      case UNIFIED -> "Unified";
      case SPLIT -> "Side by side";
      case STAT -> "Files only";
    };
  }

  private static String words(Space space) {
    return switch (space) {
      case KEEP -> "White space counts";
      case IGNORE -> "Ignore white space";
    };
  }
}
