package dev.graspd.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.testkit.suite.Claims;
import dev.graspd.testkit.suite.IdleSession;
import dev.graspd.testkit.suite.RelaySuite;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/**
 * Idle sessions end after 60 seconds. The session is opened when the shared server starts and
 * looked at by the last test of the run, so that the minute passes while others work: in one
 * process by its order, and in several by its full name, which the build takes last.
 */
@Order(Integer.MAX_VALUE)
@Claims("N77-1")
class AbandonedSessionTest extends RelaySuite {
  @Test
  void anIdleSessionIsClosedByTheServer() {
    assertThat(IdleSession.openedAtStart().awaitError()).matches("closed: .+");
  }
}
