package dev.graspd.core.talk.patch;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Reads a patch as {@code git format-patch} writes it. What it does not understand, it passes over;
 * the work grows with the length of the text.
 */
public final class PatchReader {
  private static final Pattern HEADER =
      Pattern.compile("[A-Za-z][A-Za-z-]{0,60}: ?.*", Pattern.DOTALL);
  private static final String FILE = "diff --git ";
  private static final int HEADER_CHARS_MAX = 2_000;

  private final Iterator<String> lines;
  private final List<Patch.File> files = new ArrayList<>();
  private String line = "";
  private boolean isEnd;
  private int read;
  private boolean isCut;

  private Optional<String> author = Optional.empty();
  private String subject = "";

  private PatchReader(String text) {
    this.lines = List.of(text.split("\n", Patch.LINES_MAX + 1)).iterator();
    next();
  }

  /** Reads a patch. */
  public static Patch read(String text) {
    return new PatchReader(text).patch();
  }

  private void next() {
    isEnd = !lines.hasNext();
    if (!isEnd) {
      line = lines.next();
      read++;
      if (read > Patch.LINES_MAX) {
        isCut = true;
        isEnd = true;
      }
    }
  }

  private Patch patch() {
    headers();
    String message = message();
    while (!isEnd) {
      if (line.startsWith(FILE) && files.size() == Patch.FILES_MAX) {
        isCut = true;
        break;
      }
      if (line.startsWith(FILE)) {
        file();
      } else {
        next();
      }
    }
    return new Patch(author, subject, message, files, isCut);
  }

  // ---- the mail

  private void headers() {
    if (line.startsWith("From ")) {
      next();
    }
    StringBuilder header = new StringBuilder();
    while (!isEnd && isHeader()) {
      if (line.startsWith(" ") || line.startsWith("\t")) {
        header.append(' ').append(line.strip());
      } else {
        take(header.toString());
        header.setLength(0);
        header.append(line.stripTrailing());
      }
      header.setLength(Math.min(header.length(), HEADER_CHARS_MAX));
      next();
    }
    take(header.toString());
  }

  private boolean isHeader() {
    boolean isFolded = read > 1 && (line.startsWith(" ") || line.startsWith("\t"));
    return isFolded || (line.length() <= HEADER_CHARS_MAX && HEADER.matcher(line).matches());
  }

  private void take(String header) {
    int colon = header.indexOf(':');
    String name = colon < 0 ? "" : header.substring(0, colon).toLowerCase(Locale.ROOT);
    String value = header.substring(colon + 1).strip();
    if (name.equals("from")) {
      author = Optional.of(MailWords.read(value));
    } else if (name.equals("subject")) {
      int end = value.startsWith("[") ? value.indexOf(']') : -1;
      subject = MailWords.read(value.substring(end + 1).strip()).strip();
    }
  }

  /** What stands before the line that separates it from the list of files. */
  private String message() {
    StringBuilder message = new StringBuilder();
    while (!isEnd && !line.stripTrailing().equals("---") && !line.startsWith(FILE)) {
      message.append(line).append('\n');
      next();
    }
    return message.toString().strip();
  }

  // ---- files

  private void file() {
    PatchFileBuilder file = new PatchFileBuilder(withoutReturn(line.substring(FILE.length())));
    next();
    while (!isEnd && !line.startsWith(FILE)) {
      if (line.startsWith("@@ -")) {
        hunk(file);
      } else if (line.equals("-- ")) {
        // The end of a mail: the version of git follows.
        break;
      } else {
        file.header(withoutReturn(line));
        next();
      }
    }
    files.add(file.done());
  }

  /** git quotes a name that ends so: it is the end of a line in a mail. */
  private static String withoutReturn(String text) {
    return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
  }

  private void hunk(PatchFileBuilder file) {
    Optional<PatchRange> range = PatchRange.parse(line);
    next();
    if (range.isEmpty()) {
      return;
    }
    int before = range.get().countBefore();
    int after = range.get().countAfter();
    List<Patch.Line> hunk = new ArrayList<>();
    while (!isEnd && (before > 0 || after > 0 || line.startsWith("\\"))) {
      char sign = line.isEmpty() ? ' ' : line.charAt(0);
      if (sign == '\\') {
        unended(hunk);
      } else if (isExpected(sign, before, after)) {
        before -= sign == '+' ? 0 : 1;
        after -= sign == '-' ? 0 : 1;
        hunk.add(new Patch.Line(sign, line.isEmpty() ? "" : line.substring(1), false));
      } else {
        break;
      }
      next();
    }
    file.add(new Patch.Hunk(range.get().before(), range.get().after(), hunk));
  }

  private static boolean isExpected(char sign, int before, int after) {
    return switch (sign) {
      case ' ' -> before > 0 && after > 0;
      case '-' -> before > 0;
      case '+' -> after > 0;
      default -> false;
    };
  }

  private static void unended(List<Patch.Line> hunk) {
    if (!hunk.isEmpty()) {
      Patch.Line last = hunk.removeLast();
      hunk.add(new Patch.Line(last.sign(), last.text(), true));
    }
  }
}
