package dev.graspd.server.site.meta;

import static dev.graspd.testkit.TestKeys.ALICE;
import static dev.graspd.testkit.TestKeys.BOB;
import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;

/** The key of a person for a phone (W-60). */
final class QrPictureTest {
  private static final int MODULE = 4;
  private static final int BORDER = 4 * MODULE;
  private static final int WHITE = 0xffffffff;
  private static final int BLACK = 0xff000000;

  /** A reader finds a code by these squares in three of its corners. */
  private static void assertSquare(BufferedImage picture, int left, int top) {
    for (int x = 0; x < 7; x++) {
      for (int y = 0; y < 7; y++) {
        int ring = Math.max(Math.abs(x - 3), Math.abs(y - 3));
        assertThat(picture.getRGB(left + x * MODULE, top + y * MODULE))
            .isEqualTo(ring == 2 ? WHITE : BLACK);
      }
    }
  }

  @Test
  void codeHasABorderAndItsThreeSquares() throws IOException {
    BufferedImage picture =
        ImageIO.read(new ByteArrayInputStream(QrPicture.png(ALICE.publicKey())));
    int side = picture.getWidth();

    assertThat(picture.getHeight()).isEqualTo(side).isLessThanOrEqualTo(200);
    for (int i = 0; i < side; i++) {
      assertThat(picture.getRGB(i, BORDER - 1)).isEqualTo(WHITE);
      assertThat(picture.getRGB(BORDER - 1, i)).isEqualTo(WHITE);
      assertThat(picture.getRGB(i, side - BORDER)).isEqualTo(WHITE);
      assertThat(picture.getRGB(side - BORDER, i)).isEqualTo(WHITE);
    }
    assertSquare(picture, BORDER, BORDER);
    assertSquare(picture, side - BORDER - 7 * MODULE, BORDER);
    assertSquare(picture, BORDER, side - BORDER - 7 * MODULE);
    // The one module that the standard sets in every code says which way is up.
    assertThat(picture.getRGB(BORDER + 8 * MODULE, side - BORDER - 8 * MODULE)).isEqualTo(BLACK);
  }

  @Test
  void everyKeyHasItsOwnCode() {
    assertThat(QrPicture.png(ALICE.publicKey()))
        .isNotEqualTo(QrPicture.png(BOB.publicKey()))
        .isEqualTo(QrPicture.png(ALICE.publicKey()));
  }
}
