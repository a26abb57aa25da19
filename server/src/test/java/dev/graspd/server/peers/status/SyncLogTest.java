package dev.graspd.server.peers.status;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.sync.EventSource;
import dev.graspd.core.sync.RelayUrl;
import dev.graspd.core.sync.link.LinkReport;
import dev.graspd.core.sync.relays.SyncNote;
import dev.graspd.server.peers.local.CountedSync;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** The levels of sync.md, section 11. */
final class SyncLogTest {
  /** Nobody else's: other tests write to the same log at the same time. */
  private static final RelayUrl RELAY = Views.url("wss://sync-log-test.example.net");

  private static final EventId EVENT = EventId.parse("ab".repeat(32));

  private final Logger logger = (Logger) LoggerFactory.getLogger("dev.graspd.server.sync");
  private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
  private final CountedSync metrics = new CountedSync();
  private final SyncLog log = new SyncLog(metrics);

  @BeforeEach
  void listen() {
    lines.start();
    logger.addAppender(lines);
  }

  @AfterEach
  void stopListening() {
    logger.detachAppender(lines);
  }

  @Test
  void whatLiveSyncMissedIsAWarningAndAnErrorIfOnlyTheDailyComparisonFindsIt() {
    log.report(RELAY, new LinkReport.GapEvent(EVENT, EventSource.RECONNECT));
    assertThat(last().getLevel()).isEqualTo(Level.WARN);
    log.report(RELAY, new LinkReport.GapEvent(EVENT, EventSource.DAILY));
    assertThat(last().getLevel()).isEqualTo(Level.ERROR);
    assertThat(last().getFormattedMessage()).contains(EVENT.hex());
    assertThat(metrics.told).containsExactly("gap of " + RELAY, "gap of " + RELAY);
  }

  @Test
  void whatARelayLacksIsNoFault() {
    log.report(RELAY, new LinkReport.Lacks(7));
    assertThat(last().getLevel()).isEqualTo(Level.INFO);
    assertThat(last().getFormattedMessage()).contains("7");
    assertThat(metrics.told).containsExactly(RELAY + " lacks 7");
  }

  @Test
  void pagesOfOneSecondAreCounted() {
    log.report(RELAY, new LinkReport.PossibleGap());
    assertThat(metrics.told).containsExactly("possible gap of " + RELAY);
  }

  @Test
  void connectionsAreInformationAndFailuresAreWarnings() {
    log.connected(RELAY);
    assertThat(last().getLevel()).isEqualTo(Level.INFO);
    log.notConnected(RELAY);
    log.note(RELAY, new SyncNote.Failed(3, Duration.ofSeconds(20), "connection refused"));
    assertThat(last().getLevel()).isEqualTo(Level.WARN);
    assertThat(last().getFormattedMessage()).contains("attempt 3", "20.0 s", "connection refused");
    assertThat(metrics.told)
        .containsExactly("connected to " + RELAY, "could not connect to " + RELAY);
  }

  @Test
  void aDeadRelayIsAnErrorWithTheLengthOfTheOutage() {
    log.note(RELAY, new SyncNote.Dead(Duration.ofHours(24)));
    assertThat(last().getLevel()).isEqualTo(Level.ERROR);
    assertThat(last().getFormattedMessage()).contains("86400.0 s");
  }

  private ILoggingEvent last() {
    return lines.list.stream()
        .filter(line -> line.getFormattedMessage().contains(RELAY.text()))
        .reduce((_, later) -> later)
        .orElseThrow();
  }
}
