package dev.graspd.server.ops.config.document;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.server.ops.config.ConfigKeys;
import dev.graspd.server.ops.config.DotEnv;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Settings of ngit-grasp, read for this server (M-10). */
class NgitGraspSettingsTest {
  private static NgitGraspSettings.Translated of(Map<String, String> old) {
    return NgitGraspSettings.of(new TreeMap<>(old));
  }

  @Test
  void everySettingSaysWhatItMeansHere() {
    NgitGraspSettings.Translated translated =
        of(
            Map.of(
                "NGIT_DOMAIN", "git.example.org",
                "NGIT_MAX_CONNECTIONS", "many",
                "NGIT_RELAY_OWNER_NSEC", "nsec1secret",
                "RUST_LOG", "debug"));
    assertThat(translated.refused()).isEqualTo(1);
    assertThat(translated.lines())
        .containsSubsequence("# same", "NGIT_DOMAIN=git.example.org")
        .containsSubsequence("# without effect: no key of this server", "# RUST_LOG")
        .contains("# NGIT_MAX_CONNECTIONS=many", "# NGIT_RELAY_OWNER_NSEC")
        .anyMatch(line -> line.startsWith("# stricter: must be "))
        .noneMatch(line -> line.contains("nsec1secret"));
  }

  @Test
  void otherDefaultsAreNamedUnlessTheFileSetsThem() {
    assertThat(of(Map.of()).lines())
        .containsSubsequence(
            "# different default: 10000 here, no limit there", "# NGIT_MAX_CONNECTIONS=")
        .containsSubsequence(
            "# different default: 100 here, 500 there", "# NGIT_RELAY_MAX_SUBSCRIPTIONS=");
    assertThat(of(Map.of("NGIT_MAX_CONNECTIONS", "7")).lines())
        .contains("NGIT_MAX_CONNECTIONS=7")
        .doesNotContain("# NGIT_MAX_CONNECTIONS=");
  }

  /** Our side is that of the table of keys, so it cannot become untrue. */
  @Test
  void otherDefaultsAreDerivedFromTheTableOfKeys() {
    NgitGraspSettings.DEFAULTS_THERE.forEach((name, there) -> {
      String here = ConfigKeys.ofVariable(name).orElseThrow().fallbackText();
      assertThat(here).as(name).isNotEqualTo(there);
      assertThat(of(Map.of()).lines())
          .contains("# different default: %s here, %s there".formatted(here, there));
    });
  }

  @Test
  void whatIsPrintedCanBeRead() throws Exception {
    List<String> lines = of(Map.of("NGIT_DOMAIN", "git.example.org")).lines();
    assertThat(DotEnv.parse(lines))
        .isEqualTo(new TreeMap<>(Map.of("NGIT_DOMAIN", "git.example.org")));
  }
}
