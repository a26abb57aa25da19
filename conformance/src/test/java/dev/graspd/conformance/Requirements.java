package dev.graspd.conformance;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The rules of the specification by id.
 *
 * @param toClaim those that a test must claim
 * @param shown those that tests of other modules show, with their names
 * @param elsewhere those that cannot be claimed here yet, with the reason
 */
record Requirements(
    SortedSet<String> toClaim,
    SortedMap<String, List<String>> shown,
    SortedMap<String, String> elsewhere) {
  private static final String FILE = "requirements.txt";
  private static final String SHOWN = "→";

  Requirements {
    toClaim = Collections.unmodifiableSortedSet(new TreeSet<>(toClaim));
    shown = Collections.unmodifiableSortedMap(new TreeMap<>(shown));
    elsewhere = Collections.unmodifiableSortedMap(new TreeMap<>(elsewhere));
  }

  /**
   * Reads the list; a line is an id and what it says, or {@code !} before it if not here. Tests of
   * other modules follow an arrow.
   */
  static Requirements read() {
    SortedSet<String> ids = new TreeSet<>();
    SortedSet<String> toClaim = new TreeSet<>();
    SortedMap<String, List<String>> shown = new TreeMap<>();
    SortedMap<String, String> elsewhere = new TreeMap<>();
    for (String line : text().lines().toList()) {
      if (line.isBlank() || line.startsWith("#")) {
        continue;
      }
      String[] parts = line.strip().split("\\s+", 2);
      if (parts.length != 2) {
        throw new AssertionError("a requirement needs words: " + line);
      }
      if (!ids.add(parts[0])) {
        throw new AssertionError("listed twice: " + parts[0]);
      }
      int arrow = parts[1].indexOf(SHOWN);
      if (parts[0].startsWith("!")) {
        elsewhere.put(parts[0].substring(1), parts[1]);
      } else if (arrow < 0) {
        toClaim.add(parts[0]);
      } else {
        shown.put(
            parts[0], List.of(parts[1].substring(arrow + SHOWN.length()).strip().split(", *")));
      }
    }
    return new Requirements(toClaim, shown, elsewhere);
  }

  private static String text() {
    try (InputStream in = Requirements.class.getResourceAsStream("/" + FILE)) {
      if (in == null) {
        throw new AssertionError(FILE + " is missing");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
