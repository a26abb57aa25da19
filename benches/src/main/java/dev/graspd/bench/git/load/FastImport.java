package dev.graspd.bench.git.load;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.SplittableRandom;

/** Writes a made-up history for {@code git fast-import}; the same in every run. */
final class FastImport {
  private static final long SEED = 0x67726173_70640002L;
  private static final long FIRST_COMMIT_SECONDS = 1_700_000_000;
  private static final int LINE_RANDOM_BYTES = 45;
  private static final int LINES_CHANGED = 3;
  private static final int FILES_PER_DIRECTORY = 20;
  private static final int DIRECTORIES_PER_DIRECTORY = 10;
  private static final int LONG_FILE_EVERY = 4;

  private final Shape shape;
  private final OutputStream out;
  private final SplittableRandom random = new SplittableRandom(SEED);
  private final String[][] files;
  private final String[] longFile;

  private FastImport(Shape shape, OutputStream out) {
    this.shape = shape;
    this.out = out;
    this.files = new String[shape.files()][shape.lines()];
    this.longFile = new String[shape.longLines()];
  }

  static void write(Shape shape, OutputStream out) throws IOException {
    new FastImport(shape, out).write();
  }

  private void write() throws IOException {
    text("reset refs/heads/main\n");
    for (int commit = 1; commit <= shape.commits(); commit++) {
      commit(commit);
    }
    spread(shape.branches(), "reset refs/heads/topic-%d\nfrom :%d\n\n");
    spread(
        shape.tags(),
        "tag v%d\nfrom :%d\ntagger T <t@example.org> "
            + FIRST_COMMIT_SECONDS
            + " +0000\n"
            + "data 4\ntag\n\n");
    text("done\n");
  }

  private void commit(int commit) throws IOException {
    text("commit refs/heads/main\nmark :" + commit + "\n");
    text("author A <a@example.org> " + time(commit) + " +0000\n");
    text("committer C <c@example.org> " + time(commit) + " +0000\n");
    data("commit " + commit + "\n\n" + line());
    boolean isFirst = commit == 1;
    for (int i = 0; i < (isFirst ? shape.files() : shape.changes()); i++) {
      int file = isFirst ? i : random.nextInt(shape.files());
      change(files[file], isFirst);
      file(path(file), files[file]);
    }
    if (longFile.length > 0 && commit % LONG_FILE_EVERY == 1) {
      change(longFile, isFirst);
      file(Shape.LONG_FILE, longFile);
    }
    text("\n");
  }

  private void file(String path, String[] lines) throws IOException {
    text("M 100644 inline " + path + "\n");
    data(String.join("", lines));
  }

  private void change(String[] lines, boolean isNew) {
    if (isNew || shape.change() == Shape.Change.ALL) {
      for (int i = 0; i < lines.length; i++) {
        lines[i] = line();
      }
      return;
    }
    for (int i = 0; i < LINES_CHANGED; i++) {
      lines[random.nextInt(lines.length)] = line();
    }
  }

  /** Branches and tags stand at commits of main, evenly. */
  private void spread(int count, String command) throws IOException {
    for (int i = 0; i < count; i++) {
      text(command.formatted(i, 1 + (int) ((long) i * shape.commits() / count)));
    }
  }

  private static long time(int commit) {
    return FIRST_COMMIT_SECONDS + 60L * commit;
  }

  private static String path(int file) {
    int directory = file / FILES_PER_DIRECTORY;
    return "d" + directory / DIRECTORIES_PER_DIRECTORY + "/d" + directory + "/file" + file;
  }

  private String line() {
    byte[] bytes = new byte[LINE_RANDOM_BYTES];
    random.nextBytes(bytes);
    return Base64.getEncoder().encodeToString(bytes) + "\n";
  }

  private void data(String text) throws IOException {
    text("data " + text.length() + "\n" + text + "\n");
  }

  private void text(String ascii) throws IOException {
    out.write(ascii.getBytes(StandardCharsets.US_ASCII));
  }
}
