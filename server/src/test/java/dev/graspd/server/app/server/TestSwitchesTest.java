package dev.graspd.server.app.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.graspd.server.ops.StartRefused;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class TestSwitchesTest {
  private static Properties with(String... names) {
    Properties properties = new Properties();
    Stream.of(names).forEach(name -> properties.setProperty(name, "true"));
    return properties;
  }

  @Test
  void everySwitchAloneIsRefusedByName() {
    for (String name : TestSwitches.NAMES) {
      assertThatThrownBy(() -> TestSwitches.refuseUnlessTested(with(name), false))
          .isInstanceOf(StartRefused.class)
          .hasMessageContaining("-D" + name + " ");
    }
  }

  @Test
  void testsSayThatTheyAreTests() {
    assertThatCode(() ->
            TestSwitches.refuseUnlessTested(with("graspd.skipsync", TestSwitches.ALLOWED), false))
        .doesNotThrowAnyException();
  }

  @Test
  void releaseRefusesEverySwitchAlsoOfTests() {
    for (String name : TestSwitches.NAMES) {
      Properties switched = with(name, TestSwitches.ALLOWED);
      assertThatThrownBy(() -> TestSwitches.refuseUnlessTested(switched, true))
          .isInstanceOf(StartRefused.class)
          .hasMessageContaining("-D" + name + " ")
          .hasMessageContaining("release");
    }
  }

  @Test
  void usualStartIsNotRefused() {
    assertThatCode(() -> TestSwitches.refuseUnlessTested(with("graspd.commit", "user.home"), true))
        .doesNotThrowAnyException();
  }

  /** A new switch that this list does not know would work in production. */
  @Test
  void everyPropertyThatTheServerReadsIsListed() throws IOException {
    Pattern read =
        Pattern.compile("get(?:Property|Integer|Long|Boolean)\\(\\s*\"(graspd\\.[^\"]+)");
    SortedSet<String> names = new TreeSet<>();
    try (Stream<Path> files = Files.walk(Path.of("src", "main", "java"))) {
      for (Path file : files.filter(path -> path.toString().endsWith(".java")).toList()) {
        Matcher matcher = read.matcher(Files.readString(file));
        while (matcher.find()) {
          names.add(matcher.group(1));
        }
      }
    }
    assertThat(names).isEqualTo(new TreeSet<>(TestSwitches.NAMES));
  }
}
