package dev.graspd.core.hunt.domain;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;

class CloneUrlFuzzTest {
  @FuzzTest
  void whateverMayBeFetchedFromHasOneSpellingThatIsSafeToSend(byte[] input) {
    CloneUrl.parse(new String(input, UTF_8)).ifPresent(CloneUrlFuzzTest::check);
  }

  private static void check(CloneUrl url) {
    assertThat(url.text())
        .matches("https?://[!-~]+")
        .hasSizeLessThanOrEqualTo(CloneUrl.BYTES_MAX)
        .doesNotContain("#", "?", "\\");
    assertThat(CloneUrl.parse(url.text())).contains(url);
  }
}
