package dev.graspd.server.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.server.charge.Payer;
import dev.graspd.testkit.Eventually;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

final class ParsePoolTest {
  private static final Payer GREEDY = new Payer.Address(false, 1);
  private static final Payer HONEST = new Payer.Address(false, 2);

  private final List<String> parsed = Collections.synchronizedList(new ArrayList<>());

  @Test
  void addressesHaveTheirTurnsAndFewMessagesAreParsedAhead() {
    try (ParsePool pool = new ParsePool()) {
      for (int i = 0; i < 20; i++) {
        pool.submit(GREEDY, () -> parsed.add("greedy"));
      }
      pool.submit(HONEST, () -> parsed.add("honest"));
      assertThat(Eventually.holds(() -> parsed.size() == 4)).isTrue();
      // Nobody has taken the four over, so that no other is begun.
      pool.done();
      pool.done();
      assertThat(Eventually.holds(() -> parsed.size() == 6)).isTrue();
      assertThat(parsed).contains("honest");
      for (int i = 0; i < 15; i++) {
        pool.done();
      }
      assertThat(Eventually.holds(() -> parsed.size() == 21)).isTrue();
    }
  }

  @Test
  void whatFailsMakesRoomForTheNext() {
    AtomicBoolean done = new AtomicBoolean();
    try (ParsePool pool = new ParsePool()) {
      for (int i = 0; i < 10; i++) {
        pool.submit(
            GREEDY,
            () -> {
              throw new IllegalStateException("on purpose");
            });
      }
      pool.submit(GREEDY, () -> done.set(true));
      assertThat(Eventually.holds(done::get)).isTrue();
    }
  }

  @Test
  void whatHasNotBegunCanBeTakenOut() {
    try (ParsePool pool = new ParsePool()) {
      for (int i = 0; i < 4; i++) {
        pool.submit(GREEDY, () -> parsed.add("first"));
      }
      Runnable last = () -> parsed.add("last");
      pool.submit(GREEDY, last);
      assertThat(pool.remove(GREEDY, last)).isTrue();
      assertThat(pool.remove(GREEDY, last)).isFalse();
    }
  }
}
