package dev.graspd.server.web.socket;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.server.web.http.WebTimes;
import dev.graspd.server.web.socket.SocketWatch.Finding;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class SocketWatchTest {
  private final SocketWatch watch = new SocketWatch(WebTimes.DEFAULT);

  @BeforeEach
  void begin() {
    watch.begin(0);
  }

  @Test
  void aSilentPeerIsAskedOnceAndThenDead() {
    assertThat(quiet(44)).isEqualTo(Finding.FINE);
    assertThat(quiet(46)).isEqualTo(Finding.PING);
    assertThat(quiet(60)).isEqualTo(Finding.FINE);
    assertThat(quiet(76)).isEqualTo(Finding.DEAD);
  }

  @Test
  void anAnswerStartsTheTimeAnew() {
    assertThat(quiet(46)).isEqualTo(Finding.PING);
    watch.received(seconds(47));
    assertThat(quiet(80)).isEqualTo(Finding.FINE);
    assertThat(quiet(93)).isEqualTo(Finding.PING);
  }

  @Test
  void outputThatDoesNotMoveIsStalled() {
    watch.queued(1_000);
    assertThat(heardAt(10, 1_000, 0)).isEqualTo(Finding.FINE);
    assertThat(heardAt(69, 1_000, 0)).isEqualTo(Finding.FINE);
    assertThat(heardAt(71, 1_000, 0)).isEqualTo(Finding.STALLED);
  }

  @Test
  void aTrickleIsProgress() {
    watch.queued(1_000);
    heardAt(10, 1_000, 0);
    heardAt(60, 1_000, 1);
    assertThat(heardAt(90, 900, 0)).isEqualTo(Finding.FINE);
    assertThat(heardAt(140, 900, 0)).isEqualTo(Finding.FINE);
    assertThat(heardAt(151, 900, 0)).isEqualTo(Finding.STALLED);
  }

  @Test
  void aQueueThatWasEmptyIsNotStalled() {
    heardAt(100, 0, 0);
    watch.queued(10);
    assertThat(heardAt(101, 10, 0)).isEqualTo(Finding.FINE);
    assertThat(heardAt(162, 10, 0)).isEqualTo(Finding.STALLED);
  }

  @Test
  void aMessageMustEnd() {
    assertThat(insideMessageAt(10)).isEqualTo(Finding.FINE);
    assertThat(insideMessageAt(129)).isEqualTo(Finding.FINE);
    assertThat(insideMessageAt(131)).isEqualTo(Finding.SLOW_MESSAGE);
  }

  @Test
  void theNextMessageHasItsOwnTime() {
    insideMessageAt(10);
    heardAt(100, 0, 0);
    assertThat(insideMessageAt(110)).isEqualTo(Finding.FINE);
    assertThat(insideMessageAt(229)).isEqualTo(Finding.FINE);
  }

  private Finding quiet(long second) {
    return watch.check(seconds(second), 0, 0, false);
  }

  private Finding heardAt(long second, long unsent, long partly) {
    watch.received(seconds(second));
    return watch.check(seconds(second), unsent, partly, false);
  }

  private Finding insideMessageAt(long second) {
    watch.received(seconds(second));
    return watch.check(seconds(second), 0, 0, true);
  }

  private static long seconds(long count) {
    return TimeUnit.SECONDS.toNanos(count);
  }
}
