package dev.graspd.server.ops.config;

import static dev.graspd.server.ops.config.SettingsTest.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.graspd.server.ops.StartRefused;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What settings that were read again change on a running server (operations.md, A-13). */
class SettingsChangeTest {
  @Test
  void liveKeysAreInForceAndOthersNeedARestart() throws StartRefused {
    Settings before = read(Map.of("NGIT_MAX_LIMIT", "700", "NGIT_LOG_LEVEL", "warn"));
    Settings after =
        read(Map.of("NGIT_MAX_LIMIT", "800", "NGIT_RELAY_NAME", "new", "NGIT_LOG_FORMAT", "json"));
    SettingsChange change = SettingsChange.of(before, after);
    assertThat(change.lines())
        .containsExactly(
            "NGIT_RELAY_NAME is in force: new",
            "NGIT_LOG_LEVEL is in force: info",
            "NGIT_LOG_FORMAT is in force: json",
            "NGIT_LOG_REQUESTS is in force: pushes",
            "NGIT_MAX_LIMIT needs a restart; until then: 700");
    assertThat(change.next().get(RelayKeys.MAX_LIMIT)).isEqualTo(700);
    assertThat(change.next().get(ServiceKeys.RELAY_NAME)).contains("new");
    assertThat(SettingsChange.of(change.next(), after).lines())
        .as("what waits is said again, and what is in force is not")
        .containsExactly("NGIT_MAX_LIMIT needs a restart; until then: 700");
    assertThat(SettingsChange.of(change.next(), before).lines())
        .hasSize(4)
        .allMatch(line -> line.contains("is in force"));
  }

  @Test
  void secretIsComparedAndNotShown() throws StartRefused {
    String one = "nsec1vl029mgpspedva04g90vltkh6fvh240zqtv9k0t9af8935ke9laqsnlfe5";
    SettingsChange change =
        SettingsChange.of(read(Map.of()), read(Map.of("NGIT_RELAY_OWNER_NSEC", one)));
    assertThat(change.lines())
        .singleElement()
        .asString()
        .startsWith("NGIT_RELAY_OWNER_NSEC needs a restart")
        .doesNotContain(one);
    Settings same = read(Map.of("NGIT_RELAY_OWNER_NSEC", one));
    assertThat(SettingsChange.of(same, same).lines()).isEmpty();
  }

  @Test
  void keysWithoutEffectAndListsAreNoLine() throws StartRefused {
    Settings after =
        read(
            Map.of(
                "NGIT_PRIVATE_MEMBERS", "x",
                "NGIT_REPOSITORY_BLACKLIST", "spam"));
    assertThat(SettingsChange.of(read(Map.of()), after).lines()).isEmpty();
  }

  @Test
  void valuesOfAFileReplaceThoseThatCameFromIt() {
    Map<String, String> environment = Map.of("A", "1", "B", "2", "C", "3", "D", "4");
    Map<String, String> before = Map.of("A", "1", "B", "2", "C", "other");
    Map<String, String> now = Map.of("A", "10", "C", "30", "E", "5");
    assertThat(Sources.environment(environment, before, now))
        .as("A has changed, B has gone, C and D are set elsewhere, E is new")
        .isEqualTo(Map.of("A", "10", "C", "3", "D", "4", "E", "5"));
    assertThat(Sources.environment(environment, before, before))
        .as("an unchanged file changes nothing")
        .isEqualTo(environment);
  }

  @Test
  void wrongValueIsRefusedBeforeAnythingChanges() {
    assertThatThrownBy(() -> read(Map.of("NGIT_LOG_LEVEL", "loud")))
        .isInstanceOf(StartRefused.class)
        .hasMessageContaining("NGIT_LOG_LEVEL");
  }
}
