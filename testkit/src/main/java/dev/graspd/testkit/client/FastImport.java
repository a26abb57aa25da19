package dev.graspd.testkit.client;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.OptionalLong;

/**
 * Builds a stream for {@code git fast-import}: commits with names, messages and dates that git's
 * commands do not make. Names of files are given as bytes, each byte a char (Latin-1). Not
 * thread-safe.
 */
public final class FastImport {
  private static final String PERSON = "Alice <alice@example.org>";
  private static final long FIRST_SECOND = 1_700_000_000;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private int marks;

  /** A commit that has been written. */
  public record Mark(int number) {
    @Override
    public String toString() {
      return ":" + number;
    }
  }

  /**
   * The head of a commit.
   *
   * @param seconds its time; without one it is a minute later than the commit before
   * @param encoding what the commit says about its message; nothing if it is empty
   */
  public record Head(
      String ref, String author, OptionalLong seconds, byte[] message, String encoding) {
    /** A commit of a usual person at a usual time. */
    public static Head of(String ref, String message) {
      return new Head(
          ref, PERSON, OptionalLong.empty(), message.getBytes(StandardCharsets.UTF_8), "");
    }

    public Head by(String person) {
      return new Head(ref, person, seconds, message, encoding);
    }

    public Head at(long when) {
      return new Head(ref, author, OptionalLong.of(when), message, encoding);
    }

    public Head saying(byte[] bytes, String name) {
      return new Head(ref, author, seconds, bytes, name);
    }
  }

  /** Begins a commit; its files follow. Without parents it begins a history. */
  public Mark commit(Head head, Mark... parents) {
    Mark mark = new Mark(++marks);
    line("commit " + head.ref());
    line("mark " + mark);
    long seconds = head.seconds().orElse(FIRST_SECOND + 60L * marks);
    line("author " + head.author() + " " + seconds + " +0000");
    line("committer " + head.author() + " " + seconds + " +0000");
    if (!head.encoding().isEmpty()) {
      line("encoding " + head.encoding());
    }
    data(head.message());
    for (int i = 0; i < parents.length; i++) {
      line((i == 0 ? "from " : "merge ") + parents[i]);
    }
    return mark;
  }

  /** Adds a file to the commit that was begun. */
  public FastImport file(String latin1Path, byte[] content) {
    return file("100644", latin1Path, content);
  }

  public FastImport file(String latin1Path, String content) {
    return file(latin1Path, content.getBytes(StandardCharsets.UTF_8));
  }

  /** Adds a file of another mode: {@code 100755}, or {@code 120000} for a symbolic link. */
  public FastImport file(String mode, String latin1Path, byte[] content) {
    line("M " + mode + " inline " + quoted(latin1Path));
    data(content);
    return this;
  }

  public FastImport submodule(String latin1Path, String commit) {
    line("M 160000 " + commit + " " + quoted(latin1Path));
    return this;
  }

  public FastImport without(String latin1Path) {
    line("D " + quoted(latin1Path));
    return this;
  }

  /** Removes all files from the commit that was begun. */
  public FastImport withoutAll() {
    line("deleteall");
    return this;
  }

  /** Makes a name of UTF-8 text. */
  public static String name(String text) {
    return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
  }

  /** Writes all into the repository. */
  public void into(GitClient git) {
    line("done");
    String _ = git.feed(out.toByteArray(), "fast-import", "--quiet", "--done", "--date-format=raw");
  }

  private static String quoted(String latin1) {
    StringBuilder path = new StringBuilder("\"");
    for (int i = 0; i < latin1.length(); i++) {
      char c = latin1.charAt(i);
      boolean isPlain = c > ' ' && c < 0x7f && c != '"' && c != '\\';
      path.append(isPlain ? String.valueOf(c) : "\\%03o".formatted((int) c));
    }
    return path.append('"').toString();
  }

  private void data(byte[] bytes) {
    line("data " + bytes.length);
    out.writeBytes(bytes);
    line("");
  }

  private void line(String text) {
    out.writeBytes((text + "\n").getBytes(StandardCharsets.UTF_8));
  }
}
