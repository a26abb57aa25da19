package dev.graspd.server.git.browse;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * Commits in a row whose trees change in all ways: files come, go, get other names, modes, kinds,
 * line ends and names that are not UTF-8. Texts have one character for each byte.
 */
final class RandomHistory {
  private record Entry(String mode, String content) {}

  private static final List<String> NAMES =
      List.of(
          "a",
          "b.txt",
          "sp ace",
          "d/e",
          "d/f g",
          "q\"uote",
          "tab\there",
          "\u00fc",
          "\u00ff\u00fe/x");

  private final SplittableRandom random;
  private final boolean hasSubmodules;
  private final SortedMap<String, Entry> files = new TreeMap<>();
  private final ByteArrayOutputStream stream = new ByteArrayOutputStream();

  private RandomHistory(long seed, boolean hasSubmodules) {
    this.random = new SplittableRandom(seed);
    this.hasSubmodules = hasSubmodules;
  }

  /** Returns a stream for git's fast-import: this many commits on main. */
  static byte[] of(long seed, int commits, boolean hasSubmodules) {
    RandomHistory history = new RandomHistory(seed, hasSubmodules);
    for (int i = 0; i < commits; i++) {
      history.change();
      history.commit(i);
    }
    return history.stream.toByteArray();
  }

  private void change() {
    for (int i = random.nextInt(3); i >= 0; i--) {
      int choice = random.nextInt(10);
      if (files.size() < 3 || choice < 3) {
        put(name(), new Entry(random.nextInt(6) == 0 ? "100755" : "100644", content()));
      } else {
        String path = one(new ArrayList<>(files.keySet()));
        Entry entry = files.remove(path);
        switch (choice) {
          case 3 -> {}
          case 4, 5 -> put(name(), new Entry(entry.mode, edited(entry.content)));
          case 6 -> put(path, new Entry(other(entry.mode), entry.content));
          default -> put(path, new Entry(entry.mode, edited(entry.content)));
        }
      }
    }
  }

  /** A file takes the place of a directory of its name, and the other way round. */
  private void put(String path, Entry entry) {
    files.keySet().removeIf(other -> other.startsWith(path + "/") || path.startsWith(other + "/"));
    boolean isId = entry.mode.equals("160000");
    files.put(path, isId ? new Entry(entry.mode, "%040x".formatted(random.nextInt(1, 99))) : entry);
  }

  private String other(String mode) {
    List<String> modes =
        hasSubmodules
            ? List.of("100644", "100755", "120000", "160000")
            : List.of("100644", "100755", "120000");
    String other = one(modes);
    return other.equals(mode) ? "100644" : other;
  }

  private String name() {
    return one(NAMES) + (random.nextInt(4) == 0 ? random.nextInt(3) : "");
  }

  private String content() {
    StringBuilder content = new StringBuilder();
    for (int i = random.nextInt(30); i > 0; i--) {
      content.append(line());
    }
    return ended(content.toString());
  }

  private String line() {
    return "line "
        + random.nextInt(40)
        + (random.nextInt(8) == 0 ? "\u00e9\u0080" : "")
        + (random.nextInt(5) == 0 ? "\r\n" : "\n");
  }

  private String edited(String content) {
    StringBuilder out = new StringBuilder();
    for (String line : content.split("(?<=\n)", -1)) {
      int choice = random.nextInt(10);
      out.append(choice == 0 ? "" : line);
      out.append(choice == 1 ? line() : "");
    }
    return ended(out.toString());
  }

  private String ended(String content) {
    boolean isCut = random.nextInt(4) == 0 && content.endsWith("\n");
    return isCut ? content.substring(0, content.length() - 1) : content;
  }

  private <T> T one(List<T> all) {
    return all.get(random.nextInt(all.size()));
  }

  private void commit(int number) {
    write("commit refs/heads/main\n");
    String author = number % 2 == 0 ? "J\u00c3\u00bcrgen" : "R. \"Q\" X";
    write("author %s <j@example.com> %d +0130\n".formatted(author, 1_600_000_000 + number));
    write("committer A <a@example.com> %d +0000\n".formatted(1_700_000_000 + number));
    data("c" + number + ": gr\u00c3\u00bcn " + "word ".repeat(number % 20) + "\n\n" + body(number));
    write("deleteall\n");
    files.forEach((path, entry) -> {
      if (entry.mode.equals("160000")) {
        write("M 160000 " + entry.content + " " + quoted(path) + "\n");
      } else {
        write("M " + entry.mode + " inline " + quoted(path) + "\n");
        data(entry.mode.equals("120000") ? "target" + entry.content.length() : entry.content);
      }
    });
    write("\n");
  }

  /** Lines that must not be taken for a patch, a header or another mail. */
  private static String body(int number) {
    return switch (number % 4) {
      case 0 -> "From: Mallory <m@example.com>\n\ntext\n";
      case 1 -> "text\n---\nmore\ndiff --git a/evil b/evil\nnew file mode 100644\n";
      case 2 -> "text\nFrom 1111111111111111111111111111111111111111 Mon Sep 17 00:00:00 2001\nx\n";
      default -> "";
    };
  }

  private void data(String content) {
    write("data " + content.length() + "\n" + content + "\n");
  }

  private static String quoted(String path) {
    StringBuilder out = new StringBuilder("\"");
    path.chars()
        .forEach(c -> {
          boolean isPlain = Character.isLetterOrDigit(c) && c < 0x80;
          out.append(isPlain || c == '/' || c == '.' ? (char) c + "" : "\\%03o".formatted(c));
        });
    return out.append('"').toString();
  }

  private void write(String latin1) {
    stream.writeBytes(latin1.getBytes(StandardCharsets.ISO_8859_1));
  }
}
