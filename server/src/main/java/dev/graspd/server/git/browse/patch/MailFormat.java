package dev.graspd.server.git.browse.patch;

import dev.graspd.server.git.browse.CommitFacts;
import java.util.Locale;
import java.util.regex.Pattern;

/** A commit as a mail that {@code git am} reads. Pure. */
final class MailFormat {
  /** The time that git writes in the first line of every mail; it means nothing. */
  private static final String ANY_TIME = "Mon Sep 17 00:00:00 2001";

  /**
   * Lines of a message at which git would see the end of the message, or another mail. A space
   * before them keeps a message from bringing changes that its commit does not have.
   */
  private static final Pattern UNSAFE = Pattern.compile("(From |diff -|Index: |---).*");

  /** Lines at the beginning of a message that git would take for headers. */
  private static final Pattern HEADER =
      Pattern.compile("(?i)(From|Subject|Date|Content-[a-z-]+|MIME-Version):.*|>From .*");

  private MailFormat() {}

  /**
   * Returns the part before the difference.
   *
   * @param number of this mail, counted from 1
   * @param total of all mails in a row
   * @param summary what follows
   */
  static String head(CommitFacts commit, int number, int total, String summary) {
    String body = body(commit.body());
    CommitFacts.Person author = commit.author();
    return "From "
        + commit.oid()
        + " "
        + ANY_TIME
        + "\n"
        + "From: %s <%s>\n".formatted(MailHeader.name(author.name()), author.email())
        + "Date: "
        + MailHeader.date(author.seconds(), author.offsetMinutes())
        + "\n"
        + "Subject: "
        + prefix(number, total)
        + MailHeader.text(commit.subject())
        + "\n"
        + (isAscii(body) ? "" : encoding())
        + "\n"
        + body
        + "---\n"
        + summary
        + "\n";
  }

  /** Returns the part after the difference. */
  static String end() {
    return "-- \ngraspd\n\n";
  }

  private static String prefix(int number, int total) {
    if (total == 1) {
      return "[PATCH] ";
    }
    int digits = Integer.toString(total).length();
    return String.format(Locale.ROOT, "[PATCH %0" + digits + "d/%d] ", number, total);
  }

  private static String encoding() {
    return """
    MIME-Version: 1.0
    Content-Type: text/plain; charset=UTF-8
    Content-Transfer-Encoding: 8bit
    """;
  }

  private static boolean isAscii(String text) {
    return text.chars().allMatch(c -> c < 0x80);
  }

  /** Returns the message after its subject, so that git takes none of it for something else. */
  private static String body(String rest) {
    StringBuilder out = new StringBuilder();
    boolean isFirst = true;
    for (String line : rest.isEmpty() ? new String[0] : rest.split("\n", -1)) {
      boolean isUnsafe =
          UNSAFE.matcher(line).matches() || (isFirst && HEADER.matcher(line).matches());
      out.append(isUnsafe ? " " : "").append(line).append('\n');
      isFirst = false;
    }
    return out.toString();
  }
}
