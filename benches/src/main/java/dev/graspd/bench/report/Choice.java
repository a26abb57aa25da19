package dev.graspd.bench.report;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** Chooses rows by their names. */
public final class Choice {
  private Choice() {}

  /** Returns the rows with these names, or all if none is named. */
  public static <R> List<R> of(
      List<R> all, Function<R, String> name, List<String> only, CommandLine commandLine) {
    List<String> names = all.stream().map(name).toList();
    Optional<String> unknown = only.stream().filter(word -> !names.contains(word)).findFirst();
    if (unknown.isPresent()) {
      throw new ParameterException(
          commandLine,
          "no row is called " + unknown.get() + "; there are: " + String.join(", ", names));
    }
    return only.isEmpty()
        ? all
        : all.stream().filter(row -> only.contains(name.apply(row))).toList();
  }
}
