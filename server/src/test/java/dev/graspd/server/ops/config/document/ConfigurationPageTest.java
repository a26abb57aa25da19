package dev.graspd.server.ops.config.document;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.server.ops.config.ConfigKeys;
import dev.graspd.server.ops.config.Key;
import dev.graspd.server.ops.config.Status;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
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
  void onlyKeysWithoutEffectAreSaidToHaveNone() {
    List<String> said =
        ConfigurationPage.render()
            .lines()
            .filter(line -> line.startsWith("| `") && line.contains(" Without effect: "))
            .map(line -> line.substring(3, line.indexOf('`', 3)))
            .toList();
    assertThat(said)
        .contains("NGIT_SYNC_PLUS_ENABLED")
        .containsExactlyInAnyOrderElementsOf(
            ConfigKeys.all().stream()
                .filter(key -> key.status() instanceof Status.WithoutEffect && !key.hidden())
                .map(Key::name)
                .toList());
  }

  @Test
  void hiddenKeysStayHidden() {
    assertThat(ConfigurationPage.render()).doesNotContain("NGIT_TEST_");
  }
}
