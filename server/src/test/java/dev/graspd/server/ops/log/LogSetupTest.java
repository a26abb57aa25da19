package dev.graspd.server.ops.log;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.LoggerContext;
import dev.graspd.server.ops.config.Config;
import dev.graspd.server.ops.config.LogFormat;
import dev.graspd.server.ops.config.LogLevel;
import dev.graspd.server.requests.Detail;
import dev.graspd.server.requests.RequestLog;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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
  void stackTraceIsWrittenAgainAfterAMinute() {
    FloodGuard guard = new FloodGuard();
    assertThat(guard.admitStack("broken", 1_000)).isTrue();
    assertThat(guard.admitStack("broken", 60_999)).isFalse();
    assertThat(guard.admitStack("broken", 61_000)).isTrue();
  }

  @Test
  void floodWritesFewLines() {
    start(LogLevel.INFO, LogFormat.TEXT);
    for (int i = 0; i < 10_000; i++) {
      log.info("refused {}", i);
    }
    log.info("something else");
    long seconds = lines().stream().map(line -> line.substring(0, 19)).distinct().count();
    assertThat(lines().size()).isLessThan((int) (10 * seconds) + 1);
    assertThat(lines()).anyMatch(line -> line.endsWith("something else"));
  }

  @ParameterizedTest
  @EnumSource(LogFormat.class)
  void floodOfFaultsWritesOneStackTraceForEachOfThem(LogFormat format) {
    start(LogLevel.INFO, format);
    for (int i = 0; i < 1_000; i++) {
      log.error("broken {}", i, new IllegalStateException("why"));
    }
    log.error("broken {}", 0, new IllegalArgumentException("another fault"));
    assertThat(output().split("LogSetupTest.floodOf", -1)).hasSize(2);
    assertThat(output())
        .contains("broken 1: java.lang.IllegalStateException: why (its stack trace");
  }

  @Test
  void linesOfOneReasonDoNotHideThoseOfAnother() {
    start(LogLevel.INFO, LogFormat.TEXT);
    for (int i = 0; i < 1_000; i++) {
      log.atInfo().addKeyValue("reason", "wrong-id").log("event refused");
    }
    log.atInfo().addKeyValue("reason", "banned").log("event refused");
    assertThat(lines()).anyMatch(line -> line.endsWith("event refused reason=banned"));
  }

  @Test
  void fieldFromOutsideCannotPassForAnother() {
    start(LogLevel.INFO, LogFormat.TEXT);
    log.atInfo()
        .addKeyValue("bytes", 7L)
        .addKeyValue("repository", "a\" address=192.0.2.1")
        .log("push refused");
    assertThat(lines())
        .singleElement()
        .asString()
        .endsWith("push refused bytes=7 repository=\"a\\\" address=192.0.2.1\"");
  }

  @ParameterizedTest
  @CsvSource({
    "INFO, OFF, ''",
    "INFO, PUSHES, pushes",
    "INFO, REFUSED, pushes refusals",
    "ERROR, ALL, pushes refusals reads",
    "OFF, ALL, ''"
  })
  void requestsHaveALevelOfTheirOwn(LogLevel level, Detail requests, String written) {
    start(new Config.Log(level, LogFormat.TEXT, requests, false, 1));
    for (String name : RequestLog.all()) {
      context.getLogger(name).info("a line");
    }
    assertThat(lines().stream().map(line -> line.replaceAll(".*INFO +(.*): a line", "$1")))
        .containsExactly(written.isEmpty() ? new String[0] : written.split(" "));
  }

  private void start(LogLevel level, LogFormat format) {
    start(new Config.Log(level, format, Detail.PUSHES, false, 1));
  }

  private void start(Config.Log config) {
    LogSetup.apply(context, config, new PrintStream(bytes, true, StandardCharsets.UTF_8));
  }

  private String output() {
    return bytes.toString(StandardCharsets.UTF_8);
  }

  private List<String> lines() {
    return output().lines().toList();
  }
}
