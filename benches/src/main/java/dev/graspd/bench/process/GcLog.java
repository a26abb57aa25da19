package dev.graspd.bench.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The lines that a JVM writes about its garbage collections. */
public record GcLog(Path file) {
  /** The used heap before and after a collection, and the size of the heap. */
  private static final Pattern COLLECTION = Pattern.compile("(\\d+)M->\\d+M\\(\\d+M\\)");

  /** Returns the option that makes a JVM write the file. */
  public String option() {
    return "-Xlog:gc:file=" + file;
  }

  /** Returns the most that was in use before a collection; empty if there was none. */
  public OptionalDouble peakMegabytes() throws IOException {
    if (!Files.exists(file)) {
      return OptionalDouble.empty();
    }
    return Files.readAllLines(file).stream()
        .map(COLLECTION::matcher)
        .filter(Matcher::find)
        .mapToDouble(collection -> Double.parseDouble(collection.group(1)))
        .max();
  }
}
