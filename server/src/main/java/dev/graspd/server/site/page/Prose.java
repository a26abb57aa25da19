package dev.graspd.server.site.page;

import static dev.graspd.server.site.html.Html.classed;
import static dev.graspd.server.site.html.Html.text;

import dev.graspd.core.tree.TreePath;
import dev.graspd.server.site.html.Html;
import dev.graspd.server.site.html.Html.Link;
import dev.graspd.server.site.html.Html.Node;
import dev.graspd.server.site.html.Html.Tag;
import dev.graspd.server.site.text.VisibleText;
import dev.graspd.server.site.text.markdown.Markdown;
import dev.graspd.server.site.text.markdown.MarkdownLinks;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A file of a repository that is meant to be read: rendered if it is Markdown. */
final class Prose {
  private static final List<String> ENDINGS = List.of(".md", ".markdown", ".mdown", ".mkd");

  private Prose() {}

  static boolean isMarkdown(TreePath file) {
    return !file.isRoot()
        && ENDINGS.stream()
            .anyMatch(file.names().getLast().text().toLowerCase(Locale.ROOT)::endsWith);
  }

  static List<Node> of(CodeLinks links, String revision, TreePath file, List<String> lines) {
    if (!isMarkdown(file)) {
      return List.of(plain(lines));
    }
    Places places = new Places(links, revision, file.parent());
    return switch (Markdown.render(String.join("\n", lines), places)) {
      case Markdown.Outcome.Rendered(var nodes) -> List.of(classed(Tag.ARTICLE, "md", nodes));
      case Markdown.Outcome.AsText(var reason) ->
          List.of(
              Parts.note("This file is shown as it is written because " + reason.words() + "."),
              plain(lines));
    };
  }

  private static Node plain(List<String> lines) {
    List<Node> shown = new ArrayList<>();
    for (String line : lines) {
      shown.addAll(VisibleText.of(Html.cut(line, FilePage.LINE_SHOWN)));
      shown.add(text("\n"));
    }
    return classed(Tag.PRE, "plain", shown);
  }

  /** The files of one revision. */
  private record Places(CodeLinks code, String revision, TreePath directory)
      implements MarkdownLinks {
    @Override
    public Optional<Link> page(TreePath path, String fragment) {
      return Optional.of(new Link(code.tree(revision, path).target() + fragment));
    }

    @Override
    public Optional<Link> raw(TreePath path) {
      return path.isRoot() ? Optional.empty() : Optional.of(code.raw(revision, path));
    }

    @Override
    public boolean showsRemoteImages() {
      return code.showsRemoteImages();
    }
  }
}
