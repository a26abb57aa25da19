package dev.graspd.server.site.address;

import dev.graspd.core.nostr.text.Hex;
import dev.graspd.core.repo.Oid;
import java.util.HexFormat;
import java.util.Optional;

/**
 * A place in a log. It names the commit where the log began, so that nothing shifts when the branch
 * moves.
 *
 * @param skipped how many commits the parts before have shown
 */
public record LogCursor(Oid tip, int skipped) {
  private static final int COUNT_DIGITS = 8;

  public LogCursor {
    if (skipped < 0) {
      throw new IllegalArgumentException("not a number of commits: " + skipped);
    }
  }

  static Optional<LogCursor> parse(String text) {
    if (!Hex.isLowerHex(text, Oid.DIGITS + COUNT_DIGITS)) {
      return Optional.empty();
    }
    int skipped = HexFormat.fromHexDigits(text, Oid.DIGITS, text.length());
    return skipped < 0
        ? Optional.empty()
        : Optional.of(new LogCursor(new Oid(text.substring(0, Oid.DIGITS)), skipped));
  }

  /** Returns it as programs pass it on, without a look inside. */
  public String text() {
    return tip.hex() + HexFormat.of().toHexDigits(skipped);
  }
}
