package dev.graspd.server.hosting;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.server.hosting.RefHistory.Effect;
import dev.graspd.server.hosting.RefHistory.Operation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RefHistoryTest {
  /**
   * Operations such as {@code 1-4 read a}, {@code 1-4 write b}, {@code 1-4 a>b} (it found a and set
   * b), {@code 1-4 not a} (it did not find a), {@code 1- write b} (no answer). The ref is a at
   * first.
   */
  private static RefHistory history(String text) {
    return new RefHistory(
        "a", Arrays.stream(text.split(", *", -1)).map(RefHistoryTest::operation).toList());
  }

  private static Operation operation(String text) {
    String[] words = text.split(" ", -1);
    String[] times = words[0].split("-", -1);
    long called = Long.parseLong(times[0]);
    return times[1].isEmpty()
        ? Operation.unanswered(text, called, words[2])
        : new Operation(text, called, Long.parseLong(times[1]), effect(words));
  }

  private static Effect effect(String... words) {
    return switch (words[1]) {
      case "read" -> new Effect.Read(words[2]);
      case "write" -> new Effect.Write(words[2]);
      case "not" -> new Effect.Mismatch(words[2]);
      default -> {
        String[] values = words[1].split(">", -1);
        yield new Effect.Replace(values[0], values[1]);
      }
    };
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1-2 read a",
        "1-2 write b, 3-4 read b",
        // A read during a write may see either value, and a later one the new value.
        "1-9 write b, 2-3 read a, 4-5 read b",
        "1-9 write b, 2-5 read b, 3-9 read a",
        // Two at once, in either order.
        "1-9 write b, 1-9 write c, 10-11 read b",
        "1-9 write b, 1-9 write c, 10-11 read c",
        "1-9 a>b, 1-9 not a",
        "1-9 a>b, 1-9 b>c, 1-9 c>a, 10-11 read a",
        // Without an answer it may have happened at any time, or never.
        "1- write b, 2-3 read a, 4-5 read b",
        "1- write b, 2-3 read a, 4-5 read a",
      })
  void historyOfOneRegisterIsExplained(String text) {
    assertThat(history(text).problem()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // An old value after the answer of a write, on whichever host.
        "1-2 write b, 3-4 read a",
        "1-2 a>b, 3-4 read a",
        // A value that nobody has set.
        "1-2 read c",
        // New, then old again.
        "1-9 write b, 2-3 read b, 4-5 read a",
        "1-20 write b, 1-9 read b, 10-11 read a",
        // Both found the old value: one update is lost.
        "1-9 a>b, 1-9 a>c",
        "1-2 a>b, 3-4 a>c",
        // It found nothing else and says so.
        "1-2 not a",
        "1-2 a>b, 3-4 not b",
        // Three at once, and two readers who saw the writes in different orders.
        "1-2 write b, 1-2 write c, 3-4 read b, 5-6 read c",
        // Without an answer, but not before it was called, and not twice.
        "1-2 read b, 3- write b",
        "1- write b, 2-3 read b, 4-5 write c, 6-7 read b",
      })
  void historyOfTwoRegistersIsNot(String text) {
    assertThat(history(text).problem()).isPresent();
  }

  @Test
  void problemNamesTheOperationsThatNothingExplains() {
    assertThat(history("1-2 write b, 3-4 read b, 5-6 read a").problem().orElseThrow())
        .contains("1-2 write b")
        .contains("nothing explains any of [Operation[who=5-6 read a");
  }

  /** Without memory of hopeless positions this would take years. */
  @Test
  @Timeout(20)
  void manyWritesAtOnceAreSearchedFast() {
    List<Operation> operations = new ArrayList<>();
    for (int i = 0; i < 14; i++) {
      operations.add(new Operation("w" + i, 1, 9, new Effect.Write("v" + i % 3)));
    }
    operations.add(new Operation("r", 10, 11, new Effect.Read("other")));
    assertThat(new RefHistory("a", operations).problem()).isPresent();
  }
}
