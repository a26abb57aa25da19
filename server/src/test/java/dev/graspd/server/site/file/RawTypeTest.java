package dev.graspd.server.site.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RawTypeTest {
  @ParameterizedTest
  @CsvSource({
    // <html> with a script
    "page.html, 3c68746d6c3e3c7363726970743e, text/plain; charset=utf-8, false",
    "app.js, 616c657274283129, text/plain; charset=utf-8, false",
    "empty, '', text/plain; charset=utf-8, false",
    // <svg/>
    "drawing.svg, 3c7376672f3e, image/svg+xml, false",
    "photo.html, 89504e470d0a1a0a00, image/png, false",
    "photo, ffd8ffe000, image/jpeg, false",
    "moving, 474946383961, image/gif, false",
    "new, 524946460001020357454250, image/webp, false",
    "newer, 000000206674797061766966, image/avif, false",
    "program, 4d5a0001, application/octet-stream, true",
    "fake.svg, 3c7376673e00, application/octet-stream, true",
  })
  void typeComesFromTheBytes(String name, String hex, String type, boolean isAttachment) {
    assertThat(RawType.of(name, HexFormat.of().parseHex(hex)))
        .isEqualTo(new RawType(type, isAttachment));
  }
}
