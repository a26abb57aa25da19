package dev.graspd.server.site.address;

import dev.graspd.core.nostr.text.Hex;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.tree.TreeName;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Optional;

/**
 * A place in a directory. It names the commit of the first part, so that nothing shifts when the
 * branch moves.
 *
 * @param root the commit; the tree, for a tag of a tree
 * @param after the last name of the part before
 */
public record TreeCursor(Oid root, TreeName after) {
  static Optional<TreeCursor> parse(String text) {
    boolean isOne =
        text.length() > Oid.DIGITS && text.length() % 2 == 0 && Hex.isLowerHex(text, text.length());
    return isOne
        ? name(text.substring(Oid.DIGITS))
            .map(name -> new TreeCursor(new Oid(text.substring(0, Oid.DIGITS)), name))
        : Optional.empty();
  }

  private static Optional<TreeName> name(String hex) {
    return TreeName.parse(new String(HexFormat.of().parseHex(hex), StandardCharsets.ISO_8859_1));
  }

  /** Returns it as programs pass it on, without a look inside. */
  public String text() {
    return root.hex() + HexFormat.of().formatHex(after.bytes());
  }
}
