package dev.graspd.core.upkeep;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DecisionTest {
  private static final long NOW = 1_700_000_000;

  /** Small numbers: 4 packs are many, 10 too many; 100 bytes are small; 50 objects are large. */
  private static final UpkeepRules RULES =
      new UpkeepRules(
          4,
          10,
          100,
          2,
          Duration.ofSeconds(60),
          Duration.ofSeconds(600),
          50,
          1_000,
          Duration.ofDays(7),
          Duration.ofMinutes(10));

  private static final Task NOTHING = new Task.Nothing();

  /** Packs such as {@code 100 3 2}: sizes in bytes, each with so many objects. */
  private static List<PackFact> packs(String sizes, long objectsEach, long age, boolean bitmap) {
    List<PackFact> packs = new ArrayList<>();
    for (String size : sizes.split(" ", -1)) {
      String name = "p" + packs.size();
      packs.add(
          new PackFact(
              name, Long.parseLong(size), objectsEach, NOW - age, bitmap && packs.isEmpty()));
    }
    return packs;
  }

  @ParameterizedTest
  @CsvSource({
    // sizes, seconds since the last push, what is done
    "1 1 1 1,               61,     whole",
    "1 1 1 1,               59,     nothing",
    "1 1 1,                 61,     nothing",
    "1 1 1 1 1 1 1 1 1 1,   0,      whole",
    "50,                    9999999,nothing",
    "1 1,                   604799, nothing",
    "1 1,                   604800, whole",
    // Small ones beside a large one are joined, the large one stays.
    "1000 1 1 1,            61,     join p1 p2 p3",
    "1000 400 1 1 1,        61,     join p2 p3 p4",
    "1000 400 300 1 1,      61,     whole",
    "1000 3 9 1,            61,     nothing",
    "1000 1000 1000 1000,   61,     whole",
  })
  void packsAreJoinedWhenTheyAreManyAndOutOfProportion(String sizes, long age, String expected) {
    assertThat(shown(Decision.of(packs(sizes, 1, age, false), RULES, NOW))).isEqualTo(expected);
  }

  private static String shown(Task task) {
    return switch (task) {
      case Task.Nothing _ -> "nothing";
      case Task.Join(var packs) -> "join " + String.join(" ", packs);
      case Task.Whole _ -> "whole";
    };
  }

  @Test
  void largeFamilyWithoutABitmapGetsOneWhenItIsQuiet() {
    assertThat(Decision.of(packs("500", 50, 600, false), RULES, NOW))
        .isEqualTo(new Task.Whole(true));
    assertThat(Decision.of(packs("500", 50, 599, false), RULES, NOW)).isEqualTo(NOTHING);
    assertThat(Decision.of(packs("500", 50, 600, true), RULES, NOW)).isEqualTo(NOTHING);
    assertThat(Decision.of(packs("500", 49, 600, false), RULES, NOW)).isEqualTo(NOTHING);
  }

  @Test
  void familyThatIsTooLargeForMemoryIsOnlyJoinedInItsSmallParts() {
    assertThat(Decision.of(packs("1 1 1 1", 300, 61, false), RULES, NOW)).isEqualTo(NOTHING);
    assertThat(Decision.of(packs("9999 1 1 1", 300, 61, false), RULES, NOW))
        .isEqualTo(new Task.Join(new TreeSet<>(List.of("p1", "p2", "p3"))));
  }

  @Test
  void familyWithoutPacksNeedsNothing() {
    assertThat(Decision.of(List.of(), RULES, NOW)).isEqualTo(NOTHING);
  }

  @Test
  void budgetFillsWithTimeAndLargeTasksArePaidForAfterwards() {
    long hour = Duration.ofHours(1).toNanos();
    RewriteBudget full = RewriteBudget.full(100, 0);
    assertThat(full.affords(100)).isTrue();
    assertThat(full.affords(250)).isTrue();
    RewriteBudget spent = full.without(250);
    assertThat(spent.at(hour).affords(1)).isFalse();
    assertThat(spent.at(2 * hour).affords(1)).isTrue();
    assertThat(spent.at(2 * hour).affords(51)).isFalse();
    assertThat(spent.at(9 * hour)).isEqualTo(RewriteBudget.full(100, 9 * hour));
  }
}
