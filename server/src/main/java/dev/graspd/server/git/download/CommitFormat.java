package dev.graspd.server.git.download;

import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Writes formats of {@code export-subst}, as {@code git log --format} does. Only placeholders that
 * depend on the commit alone: the length of short ids, names of refs, notes and the time of day are
 * not the same on every server. Texts are bytes as Latin-1.
 */
final class CommitFormat {
  private static final Pattern PERSON =
      Pattern.compile("([^<\\n]*?) ?<([^>\\n]*)> (\\d{1,18}) ([+-])(\\d\\d)(\\d\\d)");
  private static final Pattern HEX = Pattern.compile("x([0-9a-fA-F]{2})");

  private final String oid;
  private final String raw;
  private final String message;

  /**
   * Reads a commit.
   *
   * @param buffer as git stores it
   */
  CommitFormat(String oid, byte[] buffer) {
    this.oid = oid;
    String source = new String(buffer, StandardCharsets.ISO_8859_1);
    int end = source.indexOf("\n\n");
    String head = end < 0 ? source : source.substring(0, end);
    this.raw = inUtf8(source, head);
    int message = raw.indexOf("\n\n");
    this.message = message < 0 ? "" : raw.substring(message + 2);
  }

  /** As git does, a commit whose encoding is unknown stays as it is. */
  private static String inUtf8(String source, String head) {
    try {
      Optional<String> encoding = values(head, "encoding").stream().findFirst();
      Charset charset = encoding.map(Charset::forName).orElse(StandardCharsets.UTF_8);
      return charset.equals(StandardCharsets.UTF_8)
          ? source
          : new String(
              new String(source.getBytes(StandardCharsets.ISO_8859_1), charset)
                  .getBytes(StandardCharsets.UTF_8),
              StandardCharsets.ISO_8859_1);
    } catch (IllegalCharsetNameException | UnsupportedCharsetException _) {
      return source;
    }
  }

  private static List<String> values(String head, String key) {
    return Stream.of(head.split("\n", -1))
        .filter(line -> line.startsWith(key + " "))
        .map(line -> line.substring(key.length() + 1))
        .toList();
  }

  private List<String> values(String key) {
    int end = raw.indexOf("\n\n");
    return values(end < 0 ? raw : raw.substring(0, end), key);
  }

  /** Writes a format; one with another placeholder stays as it is written in the file. */
  String of(String format) {
    StringBuilder out = new StringBuilder();
    int at = 0;
    while (at < format.length()) {
      if (format.charAt(at) != '%') {
        out.append(format.charAt(at));
        at++;
        continue;
      }
      Optional<Placeholder> placeholder = placeholder(format.substring(at + 1));
      if (placeholder.isEmpty()) {
        return "$Format:" + format + "$";
      }
      out.append(placeholder.get().text);
      at += 1 + placeholder.get().length;
    }
    return out.toString();
  }

  /** What stands for a placeholder, and how many characters that has after its percent sign. */
  private record Placeholder(int length, String text) {}

  private Optional<Placeholder> placeholder(String rest) {
    if (rest.isEmpty()) {
      return Optional.empty();
    }
    Matcher hex = HEX.matcher(rest);
    if (hex.lookingAt()) {
      return Optional.of(
          new Placeholder(3, String.valueOf((char) Integer.parseInt(hex.group(1), 16))));
    }
    Optional<String> one =
        switch (rest.charAt(0)) {
          case 'H' -> Optional.of(oid);
          case 'T' -> Optional.of(String.join(" ", values("tree")));
          case 'P' -> Optional.of(String.join(" ", values("parent")));
          case 's' -> Optional.of(subject());
          case 'b' -> Optional.of(body());
          case 'B' -> Optional.of(message);
          case 'n' -> Optional.of("\n");
          case '%' -> Optional.of("%");
          default -> Optional.empty();
        };
    if (one.isPresent()) {
      return Optional.of(new Placeholder(1, one.get()));
    }
    return switch (rest.charAt(0)) {
      case 'a' -> person("author", rest).map(text -> new Placeholder(2, text));
      case 'c' -> person("committer", rest).map(text -> new Placeholder(2, text));
      default -> Optional.empty();
    };
  }

  // ---- message

  private List<String> lines() {
    return List.of(message.split("(?<=\n)", -1));
  }

  private int subjectBegin() {
    List<String> lines = lines();
    int at = 0;
    while (at < lines.size() && lines.get(at).isBlank()) {
      at++;
    }
    return at;
  }

  private int subjectEnd() {
    List<String> lines = lines();
    int at = subjectBegin();
    while (at < lines.size() && !lines.get(at).isBlank()) {
      at++;
    }
    return at;
  }

  private String subject() {
    List<String> parts = new ArrayList<>();
    lines().subList(subjectBegin(), subjectEnd()).forEach(line -> parts.add(line.stripTrailing()));
    return String.join(" ", parts);
  }

  private String body() {
    List<String> lines = lines();
    int at = subjectEnd();
    while (at < lines.size() && lines.get(at).isBlank()) {
      at++;
    }
    return String.join("", lines.subList(at, lines.size()));
  }

  // ---- people

  private Optional<String> person(String who, String rest) {
    if (rest.length() < 2) {
      return Optional.empty();
    }
    Matcher person = PERSON.matcher(values(who).stream().findFirst().orElse(""));
    if (!person.matches()) {
      return Optional.empty();
    }
    String email = person.group(2);
    return switch (rest.charAt(1)) {
      case 'n' -> Optional.of(person.group(1).strip());
      case 'e' -> Optional.of(email.strip());
      case 'l' -> Optional.of(email.strip().replaceFirst("@.*", ""));
      case 't' -> Optional.of(person.group(3));
      case 'd' -> time(person, "EEE MMM d HH:mm:ss yyyy xx");
      case 'D' -> time(person, "EEE, d MMM yyyy HH:mm:ss xx");
      case 'i' -> time(person, "yyyy-MM-dd HH:mm:ss xx");
      case 's' -> time(person, "yyyy-MM-dd");
      default -> Optional.empty();
    };
  }

  private static Optional<String> time(Matcher person, String pattern) {
    int sign = person.group(4).equals("-") ? -1 : 1;
    int hours = Integer.parseInt(person.group(5));
    int minutes = Integer.parseInt(person.group(6));
    try {
      OffsetDateTime at =
          Instant.ofEpochSecond(Long.parseLong(person.group(3)))
              .atOffset(ZoneOffset.ofHoursMinutes(sign * hours, sign * minutes));
      return Optional.of(DateTimeFormatter.ofPattern(pattern, Locale.ENGLISH).format(at));
    } catch (DateTimeException _) {
      return Optional.empty();
    }
  }
}
