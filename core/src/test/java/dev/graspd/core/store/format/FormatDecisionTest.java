package dev.graspd.core.store.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.store.format.FormatDecision.Create;
import dev.graspd.core.store.format.FormatDecision.Migrate;
import dev.graspd.core.store.format.FormatDecision.Open;
import dev.graspd.core.store.format.FormatDecision.Refuse;
import dev.graspd.core.store.format.FoundFormat.Foreign;
import dev.graspd.core.store.format.FoundFormat.Nothing;
import dev.graspd.core.store.format.FoundFormat.Stored;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class FormatDecisionTest {
  private static final int CURRENT = 5;
  private static final Set<Integer> MIGRATABLE = Set.of(2, 3, 4);

  private static FoundFormat stored(int version) {
    return new Stored(version, Optional.empty(), Optional.empty());
  }

  private static FoundFormat migrating(int from, int version) {
    return new Stored(version, Optional.empty(), Optional.of(from));
  }

  private static FormatDecision decide(FoundFormat found) {
    return FormatDecision.of(found, "the store in /data", CURRENT, MIGRATABLE);
  }

  static Stream<Arguments> table() {
    return Stream.of(
        Arguments.of("nothing", new Nothing(), new Create()),
        Arguments.of("the same", stored(5), new Open()),
        Arguments.of("one step behind", stored(4), new Migrate(4, false)),
        Arguments.of("three steps behind", stored(2), new Migrate(2, false)),
        Arguments.of("half of the first step", migrating(2, 3), new Migrate(2, true)),
        Arguments.of("half of the last step", migrating(4, 5), new Migrate(4, true)));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("table")
  void programDoesWithTheDataWhatTheTableSays(
      String name, FoundFormat found, FormatDecision decision) {
    assertThat(decide(found)).as(name).isEqualTo(decision);
  }

  @Test
  void newerDataIsRefusedByTheNameOfItsProgram() {
    assertThat(decide(new Stored(6, Optional.of("graspd 2.1"), Optional.empty())))
        .isEqualTo(
            new Refuse(
                "the store in /data has format 6 (written by graspd 2.1), and this graspd reads"
                    + " format 5: a newer graspd has used it. Start that version again, or restore"
                    + " the backup that was made before it"));
  }

  @Test
  void dataThatANewerProgramHasHalfMigratedIsRefused() {
    assertThat(decide(migrating(5, 6)))
        .isEqualTo(
            new Refuse(
                "the store in /data has format 6, and this graspd reads format 5: a migration from"
                    + " format 5 was begun and not finished. Start that version again, or restore"
                    + " the backup that was made before it"));
  }

  @Test
  void dataWithoutAMigrationIsRefused() {
    assertThat(decide(stored(1)))
        .isEqualTo(
            new Refuse(
                "the store in /data has format 1, and this graspd reads format 5 and has no"
                    + " migration from it. Start a release that has one first, or the program that"
                    + " wrote it"));
    assertThat(FormatDecision.of(stored(2), "it", CURRENT, Set.of(2, 4)))
        .as("a chain with a gap")
        .isInstanceOf(Refuse.class);
  }

  @Test
  void databaseOfSomebodyElseIsRefused() {
    assertThat(decide(new Foreign()))
        .isEqualTo(
            new Refuse(
                "the store in /data holds an LMDB database that is no store of graspd: name another"
                    + " directory"));
  }
}
