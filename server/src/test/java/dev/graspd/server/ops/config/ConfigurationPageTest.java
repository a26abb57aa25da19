package dev.graspd.server.ops.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ConfigurationPageTest {
  @Test
  void referencePageIsWhatTheTableSays() throws IOException {
    Path page = Path.of("..", "docs", "reference", "configuration.md");
    assertThat(page)
        .as("stale: run ./graspd config --reference > docs/reference/configuration.md")
        .content()
        .isEqualTo(ConfigurationPage.render());
  }

  @Test
  void hiddenKeysStayHidden() {
    assertThat(ConfigurationPage.render()).doesNotContain("NGIT_TEST_");
  }
}
