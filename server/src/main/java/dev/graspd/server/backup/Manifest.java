package dev.graspd.server.backup;

import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * The description of a backup, in a file of lines {@code name=value}. It is written last: a backup
 * without it is incomplete.
 *
 * @param version of the graspd that made it
 * @param server the public key of the server, empty if it was not known
 * @param snapshot the directory of the store's copy
 * @param storeSha256 of the copy's file, in hex
 * @param hasKey whether the server's secret key is in it
 */
public record Manifest(
    Instant made,
    String version,
    Optional<String> server,
    String snapshot,
    String storeSha256,
    boolean hasKey,
    Figures figures) {

  static final int FORMAT = 1;

  private static final Pattern SNAPSHOT = Pattern.compile("store-[0-9]{8}T[0-9]{6}Z(-[0-9]+)?");
  private static final Pattern SHA_256 = Pattern.compile("[0-9a-f]{64}");
  private static final Pattern HEX_KEY = Pattern.compile("([0-9a-f]{64})?");

  public record Figures(
      long servedEvents,
      long heldEvents,
      long storeBytes,
      long packs,
      long packBytes,
      long shelves) {}

  /** The result of parsing. */
  sealed interface Reading {
    record Whole(Manifest manifest) implements Reading {}

    /** Another version of graspd wrote it. */
    record OtherFormat(String format) implements Reading {}

    record Damaged(String what) implements Reading {}
  }

  String render() {
    StringBuilder text = new StringBuilder();
    line(text, "format", Integer.toString(FORMAT));
    line(text, "made", made.toString());
    line(text, "version", version);
    line(text, "server", server.orElse(""));
    line(text, "snapshot", snapshot);
    line(text, "store-sha256", storeSha256);
    line(text, "key", Boolean.toString(hasKey));
    line(text, "events-served", Long.toString(figures.servedEvents));
    line(text, "events-held", Long.toString(figures.heldEvents));
    line(text, "store-bytes", Long.toString(figures.storeBytes));
    line(text, "packs", Long.toString(figures.packs));
    line(text, "pack-bytes", Long.toString(figures.packBytes));
    line(text, "shelves", Long.toString(figures.shelves));
    return text.toString();
  }

  private static void line(StringBuilder text, String name, String value) {
    text.append(name).append('=').append(value).append('\n');
  }

  static Reading parse(String text) {
    SortedMap<String, String> values = new TreeMap<>();
    for (String line : text.lines().toList()) {
      int sign = line.indexOf('=');
      if (sign > 0) {
        values.put(line.substring(0, sign), line.substring(sign + 1));
      }
    }
    String format = values.getOrDefault("format", "");
    if (!format.equals(Integer.toString(FORMAT))) {
      return format.isEmpty() ? new Reading.Damaged("format") : new Reading.OtherFormat(format);
    }
    try {
      return new Reading.Whole(whole(new Values(values)));
    } catch (DateTimeParseException e) {
      return new Reading.Damaged("made");
    } catch (IllegalArgumentException e) {
      return new Reading.Damaged(String.valueOf(e.getMessage()));
    }
  }

  private static Manifest whole(Values values) {
    String server = values.text("server", HEX_KEY);
    return new Manifest(
        Instant.parse(values.text("made", Pattern.compile(".*"))),
        values.text("version", Pattern.compile(".*")),
        server.isEmpty() ? Optional.empty() : Optional.of(server),
        values.text("snapshot", SNAPSHOT),
        values.text("store-sha256", SHA_256),
        values.text("key", Pattern.compile("true|false")).equals("true"),
        new Figures(
            values.number("events-served"),
            values.number("events-held"),
            values.number("store-bytes"),
            values.number("packs"),
            values.number("pack-bytes"),
            values.number("shelves")));
  }

  /** Fails with the name of a value that is missing or wrong. */
  private record Values(SortedMap<String, String> byName) {
    String text(String name, Pattern form) {
      String value = byName.get(name);
      if (value == null || !form.matcher(value).matches()) {
        throw new IllegalArgumentException(name);
      }
      return value;
    }

    long number(String name) {
      try {
        long number = Long.parseLong(byName.getOrDefault(name, ""));
        if (number >= 0) {
          return number;
        }
        throw new IllegalArgumentException(name);
      } catch (NumberFormatException e) {
        throw new IllegalArgumentException(name, e);
      }
    }
  }
}
