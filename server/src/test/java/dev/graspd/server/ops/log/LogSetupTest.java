package dev.graspd.server.ops.log;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.LoggerContext;
import dev.graspd.server.ops.config.LogFormat;
import dev.graspd.server.ops.config.LogLevel;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.Logger;

class LogSetupTest {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final LoggerContext context = new LoggerContext();
  private final Logger log = context.getLogger("dev.graspd.server.ops.Something");

  @Test
  void textLineHasTimeLevelLoggerAndMessage() {
    start(LogLevel.INFO, LogFormat.TEXT);
    log.info("listening on {}", "127.0.0.1:7334");
    assertThat(lines())
        .singleElement()
        .asString()
        .matches("\\d{4}-\\d\\d-\\d\\dT[0-9:.]+Z INFO  Something: listening on 127.0.0.1:7334");
  }

  @Test
  void jsonLineHasTheSameInFields() {
    start(LogLevel.INFO, LogFormat.JSON);
    log.atInfo().addKeyValue("event", "ab\"c").log("stored {}", 1);
    assertThat(lines())
        .singleElement()
        .asString()
        .startsWith("{\"time\":\"")
        .contains("\"level\":\"info\",\"logger\":\"Something\"")
        .contains("\"message\":\"stored 1\",\"event\":\"ab\\\"c\"}");
  }

  @ParameterizedTest
  @EnumSource(LogFormat.class)
  void textFromOutsideCannotForgeALineOrColourTheTerminal(LogFormat format) {
    start(LogLevel.INFO, format);
    log.info("from {}", "x\n2026-01-01T00:00:00Z ERROR forged \u001b[31m\u202e");
    log.atInfo().addKeyValue("agent", "a\r\nb").log("again");
    assertThat(lines()).hasSize(2);
    assertThat(output()).doesNotContain("\u001b", "\r", "\u202e");
  }

  @ParameterizedTest
  @EnumSource(LogFormat.class)
  void fieldsFromOutsideAreCut(LogFormat format) {
    start(LogLevel.INFO, format);
    log.atInfo().addKeyValue("agent", "b".repeat(100_000)).log("from {}", "a".repeat(100_000));
    assertThat(output()).hasSizeLessThan(1_000).contains("a".repeat(256) + "…");
  }

  @ParameterizedTest
  @EnumSource(LogFormat.class)
  void exceptionKeepsItsStack(LogFormat format) {
    start(LogLevel.INFO, format);
    log.error("broken", new IllegalStateException("why\u0007"));
    assertThat(output())
        .contains("IllegalStateException")
        .contains("LogSetupTest")
        .doesNotContain("\u0007");
  }

  @Test
  void levelDecidesWhatIsWritten() {
    start(LogLevel.WARN, LogFormat.TEXT);
    log.info("no");
    log.warn("yes");
    assertThat(lines()).hasSize(1);
    start(LogLevel.OFF, LogFormat.TEXT);
    log.error("no");
    assertThat(lines()).hasSize(1);
  }

  @Test
  void librariesAreQuietAtDebug() {
    start(LogLevel.DEBUG, LogFormat.TEXT);
    context.getLogger("io.netty.util.Something").debug("no");
    log.debug("yes");
    assertThat(lines()).hasSize(1);
  }

  @Test
  void floodIsCutAndCounted() {
    FloodGuard guard = new FloodGuard();
    for (int i = 0; i < FloodGuard.LINES_A_SECOND_MAX; i++) {
      assertThat(guard.admit("refused {}", 1_000)).isTrue();
    }
    assertThat(guard.admit("refused {}", 1_999)).isFalse();
    assertThat(guard.admit("other", 1_999)).isTrue();
    assertThat(guard.takeSuppressed(1_999)).isZero();
    assertThat(guard.takeSuppressed(2_000)).isEqualTo(1);
    assertThat(guard.takeSuppressed(3_000)).isZero();
    assertThat(guard.admit("refused {}", 3_000)).isTrue();
  }

  @Test
  void floodWritesFewLines() {
    start(LogLevel.INFO, LogFormat.TEXT);
    for (int i = 0; i < 10_000; i++) {
      log.info("refused {}", i);
    }
    assertThat(lines()).hasSizeLessThan(5_000);
  }

  private void start(LogLevel level, LogFormat format) {
    LogSetup.apply(context, level, format, new PrintStream(bytes, true, StandardCharsets.UTF_8));
  }

  private String output() {
    return bytes.toString(StandardCharsets.UTF_8);
  }

  private List<String> lines() {
    return output().lines().toList();
  }
}
