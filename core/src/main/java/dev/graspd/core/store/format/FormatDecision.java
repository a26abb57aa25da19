package dev.graspd.core.store.format;

import dev.graspd.core.store.format.FoundFormat.Foreign;
import dev.graspd.core.store.format.FoundFormat.Nothing;
import dev.graspd.core.store.format.FoundFormat.Stored;
import java.util.Set;
import java.util.stream.IntStream;

/** The decision of a program on the data that it finds (M-12 to M-14). */
public sealed interface FormatDecision {
  /** There is nothing: a new store is made. */
  record Create() implements FormatDecision {}

  record Open() implements FormatDecision {}

  /**
   * The data is brought to the current format, version by version.
   *
   * @param resumes whether an earlier run has begun; its backup was made before
   */
  record Migrate(int from, boolean resumes) implements FormatDecision {}

  /** Nothing is touched; the text says why and what to do. */
  record Refuse(String text) implements FormatDecision {}

  /**
   * Decides for a program.
   *
   * @param where names the data, for the text
   * @param current the format of the program
   * @param migratable the versions from which it can migrate to the next
   */
  static FormatDecision of(FoundFormat found, String where, int current, Set<Integer> migratable) {
    return switch (found) {
      case Nothing() -> new Create();
      case Foreign() ->
          new Refuse(
              "%s holds an LMDB database that is no store of graspd: name another directory"
                  .formatted(where));
      case Stored stored when stored.version() > current ->
          new Refuse(newer(stored, where, current));
      case Stored stored when isCurrent(stored, current) -> new Open();
      case Stored stored -> older(stored, where, current, migratable);
    };
  }

  private static boolean isCurrent(Stored stored, int current) {
    return stored.version() == current && stored.migratingFrom().isEmpty();
  }

  private static String newer(Stored stored, String where, int current) {
    String cause =
        stored
            .migratingFrom()
            .map(from -> "a migration from format " + from + " was begun and not finished")
            .orElse("a newer graspd has used it");
    return ("%s has format %d%s, and this graspd reads format %d: %s. Start that version again, or"
            + " restore the backup that was made before it")
        .formatted(where, stored.version(), by(stored), current, cause);
  }

  private static FormatDecision older(
      Stored stored, String where, int current, Set<Integer> migratable) {
    int from = stored.migratingFrom().orElse(stored.version());
    if (IntStream.range(from, current).allMatch(migratable::contains)) {
      return new Migrate(from, stored.migratingFrom().isPresent());
    }
    return new Refuse(
        ("%s has format %d%s, and this graspd reads format %d and has no migration from it. Start a"
                + " release that has one first, or the program that wrote it")
            .formatted(where, from, by(stored), current));
  }

  private static String by(Stored stored) {
    return stored.program().map(program -> " (written by " + program + ")").orElse("");
  }
}
