package dev.graspd.server.family.purgatory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.purgatory.Input;
import dev.graspd.core.purgatory.Phase;
import dev.graspd.core.purgatory.Ticket;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.server.base.UptimeClock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class PurgatoryHostTest {
  private static final Ticket STATE = new Ticket.OfState(EventId.parse("0a".repeat(32)));
  private static final Ticket PUSH =
      new Ticket.OfPush(
          new RepoAddress(PublicKey.parse("0b".repeat(32)), new Identifier("repo")),
          EventId.parse("0c".repeat(32)));

  private final AtomicLong nanos = new AtomicLong();
  private final BlockingQueue<String> done = new LinkedBlockingQueue<>();
  private final PurgatoryHost host =
      new PurgatoryHost(
          new UptimeClock(0, nanos::get, () -> Instant.ofEpochSecond(1_700_000_000), 1),
          new LinkedBlockingQueue<>(),
          new PurgatoryHost.Effects() {
            @Override
            public void revive(Ticket ticket) {
              done.add("revive " + ticket);
            }

            @Override
            public void lapse(Ticket ticket, long memoryEndsNanos) {
              done.add("lapse " + ticket + " until " + Duration.ofNanos(memoryEndsNanos));
            }

            @Override
            public void forget(Ticket ticket) {
              done.add("forget " + ticket);
            }

            @Override
            public void saveUptime() {
              done.add("save");
            }
          });

  @BeforeEach
  void start() {
    host.start();
  }

  @AfterEach
  void close() {
    host.close();
  }

  private String next() throws InterruptedException {
    return String.valueOf(done.poll(20, TimeUnit.SECONDS));
  }

  private void pass(Duration time) {
    nanos.addAndGet(time.toNanos());
    host.tell(new Input.Woken());
  }

  private void waits(Ticket ticket, Phase phase) {
    long deadline = nanos.get() + Duration.ofHours(1).toNanos();
    host.tell(new Input.Restored(ticket, phase, deadline));
  }

  /** Inputs are handled in order: this is the end of all earlier ones. */
  private void end() {
    host.tell(new Input.Restored(PUSH, Phase.WAITING, 0));
  }

  @Test
  void uptimeIsSavedEveryTenSecondsWhileSomethingWaits() throws InterruptedException {
    waits(STATE, Phase.WAITING);
    pass(Duration.ofSeconds(10));
    assertThat(next()).isEqualTo("save");
    pass(Duration.ofMillis(9_999));
    end();
    assertThat(next()).isEqualTo("forget " + PUSH);
    pass(Duration.ofMillis(1));
    assertThat(next()).isEqualTo("save");
  }

  @Test
  void nothingIsSavedWhileNothingWaits() throws InterruptedException {
    pass(Duration.ofSeconds(30));
    end();
    assertThat(next()).isEqualTo("forget " + PUSH);
    assertThat(done).isEmpty();
  }

  @Test
  void whatADailySyncSeesAgainIsRevivedOnceADay() throws InterruptedException {
    waits(STATE, Phase.REMEMBERED);
    host.tell(new Input.SeenByDailySync(STATE));
    assertThat(next()).isEqualTo("revive " + STATE);
    waits(STATE, Phase.REMEMBERED);
    host.tell(new Input.SeenByDailySync(STATE));
    end();
    assertThat(next()).isEqualTo("forget " + PUSH);
  }

  @Test
  void endOfALifeIsToldWithTheEndOfTheMemory() throws InterruptedException {
    host.tell(new Input.Restored(STATE, Phase.WAITING, Duration.ofMinutes(1).toNanos()));
    nanos.set(Duration.ofMinutes(2).toNanos());
    host.tell(new Input.Woken());
    assertThat(next()).isEqualTo("lapse " + STATE + " until PT168H1M");
  }
}
