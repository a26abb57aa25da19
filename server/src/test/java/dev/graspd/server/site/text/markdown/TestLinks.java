package dev.graspd.server.site.text.markdown;

import dev.graspd.core.tree.TreePath;
import dev.graspd.server.site.html.Html;
import dev.graspd.server.site.html.Html.Link;
import java.util.Optional;

/** Links of a text in a directory {@code docs}. */
record TestLinks(boolean showsRemoteImages) implements MarkdownLinks {
  static final String OWN = "/own/";

  @Override
  public TreePath directory() {
    return TreePath.of("docs");
  }

  @Override
  public Optional<Link> page(TreePath path, String fragment) {
    return Optional.of(new Link(OWN + "tree/" + path + fragment));
  }

  @Override
  public Optional<Link> raw(TreePath path) {
    return Optional.of(new Link(OWN + "raw/" + path));
  }

  /** Renders a text that is within all bounds. */
  static String html(String source) {
    return html(source, new TestLinks(false));
  }

  static String html(String source, MarkdownLinks links) {
    Markdown.Outcome outcome = Markdown.render(source, links);
    if (!(outcome instanceof Markdown.Outcome.Rendered(var nodes))) {
      throw new AssertionError("not rendered: " + outcome);
    }
    StringBuilder all = new StringBuilder();
    nodes.forEach(node -> all.append(Html.render(node)));
    return all.toString();
  }
}
