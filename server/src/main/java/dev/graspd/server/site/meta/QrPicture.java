package dev.graspd.server.site.meta;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.nostr.PublicKey;
import io.nayuki.qrcodegen.QrCode;

/** The key of a person as a QR code, for a phone: {@code nostr:npub1…}, as of NIP-21. */
public final class QrPicture {
  private static final int MODULE_PIXELS = 4;

  /** What the standard asks for, so that readers find the code. */
  private static final int BORDER_MODULES = 4;

  private static final int WHITE = 0xffffff;
  private static final int BLACK = 0;

  private QrPicture() {}

  /** Returns the picture as PNG. */
  public static byte[] png(PublicKey key) {
    QrCode code = QrCode.encodeText("nostr:" + Bech32.npub(key), QrCode.Ecc.MEDIUM);
    int side = (code.size + 2 * BORDER_MODULES) * MODULE_PIXELS;
    // Outside of the code there is no module that is set.
    return Png.ofTwoColours(side, WHITE, BLACK, (x, y) -> code.getModule(module(x), module(y)));
  }

  private static int module(int pixel) {
    return pixel / MODULE_PIXELS - BORDER_MODULES;
  }
}
