package dev.graspd.core.search;

import dev.graspd.core.talk.patch.MailWords;
import java.util.regex.Pattern;

/** The words of a patch that people search for: its message and the names of its files. */
final class PatchText {
  /** Where a patch of a series begins. */
  private static final Pattern FIRST_LINE = Pattern.compile("From [0-9a-f]{40,64} .*");

  private static final String FILE = "diff --git ";
  private static final String SUBJECT = "Subject:";

  private PatchText() {}

  static String of(String content) {
    StringBuilder kept = new StringBuilder();
    boolean isDiff = false;
    for (String line : (Iterable<String>) content.lines()::iterator) {
      if (line.startsWith(FILE)) {
        isDiff = true;
        kept.append(line, FILE.length(), line.length()).append('\n');
      } else if (isDiff && FIRST_LINE.matcher(line).matches()) {
        isDiff = false;
      }
      if (!isDiff) {
        kept.append(line).append('\n');
      }
    }
    return kept.toString();
  }

  /** Returns the subject among the headers of a mail, empty if there is none. */
  static String subject(String content) {
    StringBuilder subject = new StringBuilder();
    for (String line : (Iterable<String>) content.lines()::iterator) {
      boolean isFolded = line.startsWith(" ") || line.startsWith("\t");
      if (line.isEmpty() || (!subject.isEmpty() && !isFolded)) {
        break;
      }
      if (line.regionMatches(true, 0, SUBJECT, 0, SUBJECT.length())) {
        subject.append(line, SUBJECT.length(), line.length());
      } else if (!subject.isEmpty()) {
        subject.append(line);
      }
    }
    return MailWords.read(subject.toString());
  }
}
