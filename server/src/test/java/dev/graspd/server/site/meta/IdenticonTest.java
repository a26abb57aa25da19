package dev.graspd.server.site.meta;

import static dev.graspd.testkit.TestKeys.ALICE;
import static dev.graspd.testkit.TestKeys.BOB;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.PublicKey;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.SplittableRandom;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;

final class IdenticonTest {
  private static BufferedImage picture(PublicKey key) {
    try {
      return ImageIO.read(new ByteArrayInputStream(Identicon.png(key)));
    } catch (IOException e) {
      throw new AssertionError("not a PNG", e);
    }
  }

  @Test
  void pictureIsTheSameLeftAndRightWithABorderAround() {
    SplittableRandom random = new SplittableRandom(7);
    for (int i = 0; i < 20; i++) {
      byte[] key = new byte[32];
      random.nextBytes(key);
      BufferedImage picture = picture(PublicKey.of(key, 0));
      int side = Identicon.SIDE_PIXELS;
      assertThat(picture.getWidth()).isEqualTo(side);
      assertThat(picture.getHeight()).isEqualTo(side);
      int ground = picture.getRGB(0, 0);
      for (int y = 0; y < side; y++) {
        assertThat(picture.getRGB(1, y)).isEqualTo(ground);
        for (int x = 0; x < side / 2; x++) {
          assertThat(picture.getRGB(x, y)).isEqualTo(picture.getRGB(side - 1 - x, y));
        }
      }
    }
  }

  @Test
  void keysHaveDifferentPictures() {
    assertThat(Identicon.png(ALICE.publicKey())).isNotEqualTo(Identicon.png(BOB.publicKey()));
  }

  /** Other servers make the same bytes, and so do later versions. */
  @Test
  void bytesNeverChange() throws NoSuchAlgorithmException {
    PublicKey key = PublicKey.of(HexFormat.of().parseHex("79".repeat(32)), 0);
    byte[] hash = MessageDigest.getInstance("SHA-256").digest(Identicon.png(key));
    assertThat(HexFormat.of().formatHex(hash))
        .isEqualTo("35ca6a15031b8df83aa3543613ec4aae3e3a235e8f3ccad978c2ee3035652891");
  }
}
