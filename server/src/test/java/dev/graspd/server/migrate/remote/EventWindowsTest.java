package dev.graspd.server.migrate.remote;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.server.migrate.remote.EventWindows.Decision;
import dev.graspd.server.migrate.remote.EventWindows.Window;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Spans of time that leave no event out (M-1). */
class EventWindowsTest {
  private static final int LIMIT = 500;

  /** What a relay would answer: the newest ones of a span. */
  private static List<Long> answer(List<Long> events, Window window) {
    return events.stream()
        .filter(time -> time >= window.since() && time <= window.until())
        .sorted(Comparator.reverseOrder())
        .limit(LIMIT)
        .toList();
  }

  private static List<Long> all(List<Long> events, List<Window> cut) {
    EventWindows windows = new EventWindows();
    List<Long> taken = new ArrayList<>();
    for (Optional<Window> next = windows.next(); next.isPresent(); next = windows.next()) {
      List<Long> answer = answer(events, next.get());
      switch (windows.answered(next.get(), answer.size(), LIMIT)) {
        case ASK_AGAIN -> {}
        case TAKE -> taken.addAll(answer);
        case TAKE_CUT -> {
          taken.addAll(answer);
          cut.add(next.get());
        }
      }
    }
    return taken;
  }

  @Test
  void fullAnswersAreHalved() {
    Random random = new Random(5);
    List<Long> events =
        Stream.concat(
                Stream.generate(() -> random.nextLong(1_700_000_000L, 1_800_000_000L)).limit(5_000),
                Stream.generate(() -> random.nextLong(1_750_000_000L, 1_750_000_100L)).limit(5_000))
            .toList();
    List<Window> cut = new ArrayList<>();
    assertThat(all(events, cut)).containsExactlyInAnyOrderElementsOf(events);
    assertThat(cut).isEmpty();
  }

  @Test
  void secondWithTooManyIsSaid() {
    List<Long> events = Stream.generate(() -> 1_750_000_000L).limit(LIMIT + 1).toList();
    List<Window> cut = new ArrayList<>();
    assertThat(all(events, cut)).hasSize(LIMIT);
    assertThat(cut).containsExactly(new Window(1_750_000_000L, 1_750_000_000L));
  }

  @Test
  void oneQuestionIsEnoughForFew() {
    EventWindows windows = new EventWindows();
    Window whole = windows.next().orElseThrow();
    assertThat(whole).isEqualTo(new Window(0, EventWindows.LAST_SECOND));
    assertThat(windows.answered(whole, LIMIT - 1, LIMIT)).isEqualTo(Decision.TAKE);
    assertThat(windows.next()).isEmpty();
  }
}
