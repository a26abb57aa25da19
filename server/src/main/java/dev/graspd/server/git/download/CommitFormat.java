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
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
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

  /** A longer commit is not read, and no format of a file is written. */
  private static final int COMMIT_BYTES_MAX = 1 << 20;

  /** A longer format stays as it is written in the file. */
  private static final int FORMAT_CHARS_MAX = 1_000;

  /** What a format may become; a longer one stays as it is written in the file. */
  private static final int RESULT_CHARS_MAX = 64 << 10;

  private final boolean isRead;
  private final String oid;
  private final String tree;
  private final String parents;
  private final Matcher author;
  private final Matcher committer;
  private final String message;
  private final String subject;
  private final String body;

  /**
   * Reads a commit, once: a file may ask for it often.
   *
   * @param buffer as git stores it
   */
  CommitFormat(String oid, byte[] buffer) {
    this.isRead = buffer.length <= COMMIT_BYTES_MAX;
    this.oid = oid;
    String raw = isRead ? inUtf8(new String(buffer, StandardCharsets.ISO_8859_1)) : "";
    String head = head(raw);
    this.tree = String.join(" ", values(head, "tree"));
    this.parents = String.join(" ", values(head, "parent"));
    this.author = person(head, "author");
    this.committer = person(head, "committer");
    this.message = raw.substring(Math.min(raw.length(), head.length() + 2));
    List<String> lines = List.of(message.split("(?<=\n)", -1));
    int begin = skipped(lines, 0, true);
    int end = skipped(lines, begin, false);
    this.subject =
        lines.subList(begin, end).stream()
            .map(String::stripTrailing)
            .collect(Collectors.joining(" "));
    this.body = String.join("", lines.subList(skipped(lines, end, true), lines.size()));
  }

  /** Returns the first line from there on that is not blank, or that is. */
  private static int skipped(List<String> lines, int from, boolean isBlank) {
    int at = from;
    while (at < lines.size() && lines.get(at).isBlank() == isBlank) {
      at++;
    }
    return at;
  }

  private static String head(String raw) {
    int end = raw.indexOf("\n\n");
    return end < 0 ? raw : raw.substring(0, end);
  }

  private static Matcher person(String head, String who) {
    return PERSON.matcher(values(head, who).stream().findFirst().orElse(""));
  }

  /** As git does, a commit whose encoding is unknown stays as it is. */
  private static String inUtf8(String source) {
    try {
      Optional<String> encoding = values(head(source), "encoding").stream().findFirst();
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

  /** Writes a format; one with another placeholder stays as it is written in the file. */
  String of(String format) {
    if (!isRead || format.length() > FORMAT_CHARS_MAX) {
      return unchanged(format);
    }
    StringBuilder out = new StringBuilder();
    int at = 0;
    while (at < format.length()) {
      if (format.charAt(at) != '%') {
        out.append(format.charAt(at));
        at++;
        continue;
      }
      Optional<Placeholder> placeholder = placeholder(format.substring(at + 1));
      if (placeholder.isEmpty()
          || out.length() + placeholder.get().text.length() > RESULT_CHARS_MAX) {
        return unchanged(format);
      }
      out.append(placeholder.get().text);
      at += 1 + placeholder.get().length;
    }
    return out.toString();
  }

  private static String unchanged(String format) {
    return "$Format:" + format + "$";
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
          case 'T' -> Optional.of(tree);
          case 'P' -> Optional.of(parents);
          case 's' -> Optional.of(subject);
          case 'b' -> Optional.of(body);
          case 'B' -> Optional.of(message);
          case 'n' -> Optional.of("\n");
          case '%' -> Optional.of("%");
          default -> Optional.empty();
        };
    if (one.isPresent()) {
      return Optional.of(new Placeholder(1, one.get()));
    }
    return switch (rest.charAt(0)) {
      case 'a' -> person(author, rest).map(text -> new Placeholder(2, text));
      case 'c' -> person(committer, rest).map(text -> new Placeholder(2, text));
      default -> Optional.empty();
    };
  }

  // ---- people

  private static Optional<String> person(Matcher person, String rest) {
    if (rest.length() < 2 || !person.matches()) {
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
