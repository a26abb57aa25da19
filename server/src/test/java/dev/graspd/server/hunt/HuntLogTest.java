package dev.graspd.server.hunt;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.graspd.core.hunt.HuntAction;
import dev.graspd.core.hunt.PassOutcome;
import dev.graspd.core.hunt.Purpose;
import dev.graspd.core.hunt.domain.CloneUrl;
import dev.graspd.core.machine.Now;
import dev.graspd.core.repo.Identifier;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** The levels of purgatory.md, section 5. */
class HuntLogTest {
  /** Nobody else's: other tests write to the same log at the same time. */
  private static final CloneUrl URL = url("https://hunt-log-test.example.org/r.git");

  private static final CloneUrl OTHER = url("https://hunt-log-test.example.org/s.git");
  private static final PassOutcome TIMED_OUT = new PassOutcome.Unreachable("timed out");

  private final Logger logger = (Logger) LoggerFactory.getLogger(HuntLog.class);
  private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
  private final HuntLog log = new HuntLog(HuntMetrics.NONE);
  private @Nullable Level level;

  @BeforeEach
  void listen() {
    level = logger.getLevel();
    logger.setLevel(Level.DEBUG);
    lines.start();
    logger.addAppender(lines);
  }

  @AfterEach
  void stopListening() {
    logger.detachAppender(lines);
    logger.setLevel(level);
  }

  private static CloneUrl url(String text) {
    return CloneUrl.parse(text).orElseThrow();
  }

  /** Returns the level of the line about a pass with this outcome. */
  private Level said(CloneUrl url, PassOutcome outcome) {
    int before = about(url).size();
    log.ended(
        new HuntAction.Begin(1, new Identifier("repo"), url, new TreeSet<>(), Purpose.FETCH),
        outcome,
        new Now(0, 0));
    List<ILoggingEvent> own = about(url);
    assertThat(own).hasSize(before + 1);
    return own.getLast().getLevel();
  }

  private List<ILoggingEvent> about(CloneUrl url) {
    return List.copyOf(lines.list).stream()
        .filter(line -> line.getFormattedMessage().contains(url.text()))
        .toList();
  }

  @Test
  void theFirstFailureOfAUrlIsAWarningAndTheSameAgainIsNot() {
    assertThat(said(URL, TIMED_OUT)).isEqualTo(Level.WARN);
    assertThat(about(URL).getFirst().getFormattedMessage())
        .isEqualTo("repo could not be fetched from " + URL + ": timed out");
    assertThat(said(URL, TIMED_OUT)).isEqualTo(Level.DEBUG);
    assertThat(said(URL, TIMED_OUT)).isEqualTo(Level.DEBUG);
    assertThat(said(OTHER, TIMED_OUT)).isEqualTo(Level.WARN);
  }

  @Test
  void anotherCauseIsAWarning() {
    assertThat(said(URL, TIMED_OUT)).isEqualTo(Level.WARN);
    assertThat(said(URL, new PassOutcome.Unreachable("HTTP 502"))).isEqualTo(Level.WARN);
    assertThat(said(URL, new PassOutcome.Misbehaved("HTTP 502"))).isEqualTo(Level.WARN);
    assertThat(said(URL, new PassOutcome.Misbehaved("HTTP 502"))).isEqualTo(Level.DEBUG);
    assertThat(said(URL, TIMED_OUT)).isEqualTo(Level.WARN);
  }

  @Test
  void aFailureAfterASuccessIsAWarningAgain() {
    assertThat(said(URL, TIMED_OUT)).isEqualTo(Level.WARN);
    assertThat(said(URL, new PassOutcome.Nothing("in sync"))).isEqualTo(Level.DEBUG);
    assertThat(said(URL, TIMED_OUT)).isEqualTo(Level.WARN);
  }

  @Test
  void beingPutOffOrCalledOffIsNoSuccess() {
    assertThat(said(URL, TIMED_OUT)).isEqualTo(Level.WARN);
    assertThat(said(URL, new PassOutcome.Throttled(Optional.empty()))).isEqualTo(Level.DEBUG);
    assertThat(said(URL, new PassOutcome.Cancelled())).isEqualTo(Level.DEBUG);
    assertThat(said(URL, TIMED_OUT)).isEqualTo(Level.DEBUG);
  }

  @Test
  void onlySoManyUrlsAreRemembered() {
    Failures failures = new Failures();
    for (int i = 0; i <= Failures.URLS_MAX; i++) {
      assertThat(failures.isNew(url("https://example.org/" + i), "down")).isTrue();
    }
    assertThat(failures.size()).isEqualTo(Failures.URLS_MAX);
    assertThat(failures.isNew(url("https://example.org/" + Failures.URLS_MAX), "down")).isFalse();
    assertThat(failures.isNew(url("https://example.org/0"), "down")).isTrue();
  }
}
