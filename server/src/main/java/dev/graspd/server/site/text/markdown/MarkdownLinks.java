package dev.graspd.server.site.text.markdown;

import dev.graspd.core.tree.TreePath;
import dev.graspd.server.site.html.Html.Link;
import java.util.Optional;

/** Where the relative links of a text lead. */
public interface MarkdownLinks {
  /** The links of a text that is not in a tree: relative ones become text. */
  MarkdownLinks OUTSIDE =
      new MarkdownLinks() {
        @Override
        public TreePath directory() {
          return TreePath.ROOT;
        }

        @Override
        public Optional<Link> page(TreePath path, String fragment) {
          return Optional.empty();
        }

        @Override
        public Optional<Link> raw(TreePath path) {
          return Optional.empty();
        }

        @Override
        public boolean showsRemoteImages() {
          return false;
        }
      };

  /** Returns the directory of the text. */
  TreePath directory();

  /**
   * Returns the page of a file or directory of the same revision.
   *
   * @param fragment with its {@code #}; empty if there is none
   */
  Optional<Link> page(TreePath path, String fragment);

  /** Returns the bytes of a file of the same revision. */
  Optional<Link> raw(TreePath path);

  /** Returns whether images of other servers are shown; otherwise they are links. */
  boolean showsRemoteImages();
}
