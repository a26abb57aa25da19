package dev.graspd.server.ops.data;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Questions of the operator's commands to the running server, as files in its data directory. Only
 * users who may write there can ask; it cannot be reached over a network. The server answers within
 * a second or so, one question at a time.
 */
public final class DropBox {
  private static final Logger LOG = LoggerFactory.getLogger(DropBox.class);
  private static final String DIRECTORY = "requests";
  private static final String QUESTION = ".question";
  private static final String ANSWER = ".answer";
  private static final int QUESTION_BYTES_MAX = 4_096;
  private static final Duration LOOK_EVERY = Duration.ofMillis(50);

  /** File systems note times in steps; a change within one may not show. */
  private static final Duration TIME_STEP_MAX = Duration.ofSeconds(2);

  private final Path directory;

  /** When the directory had last changed before questions were read; used by the server alone. */
  private long readAtMillis = -1;

  /** The files of the server with this relay data directory. */
  public DropBox(Path relay) {
    this.directory = relay.resolve(DIRECTORY);
  }

  /** The server's answer: lines of text, and whether it succeeded. */
  public record Answer(boolean done, String text) {}

  /** Answers questions. */
  @FunctionalInterface
  public interface Desk {
    /**
     * Answers one question.
     *
     * @param asker who wrote the question, for example {@code uid 1000}
     */
    Answer answer(String question, String asker);
  }

  // ---- the server's side

  /** Creates the directory, for the owner alone, and removes abandoned questions. */
  public void open() throws IOException {
    if (!Files.isDirectory(directory)) {
      Files.createDirectory(
          directory,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    }
    try (DirectoryStream<Path> left = Files.newDirectoryStream(directory)) {
      for (Path file : left) {
        Files.deleteIfExists(file);
      }
    }
  }

  /** Answers all questions; costs next to nothing if none has come since the last call. */
  public void answer(Desk desk) {
    long changedAtMillis = directory.toFile().lastModified();
    if (changedAtMillis == readAtMillis) {
      return;
    }
    // Before they are read: one that comes meanwhile changes the directory again.
    boolean mayChangeUnseen =
        System.currentTimeMillis() - changedAtMillis < TIME_STEP_MAX.toMillis();
    readAtMillis = mayChangeUnseen ? -1 : changedAtMillis;
    readAll(desk);
  }

  private void readAll(Desk desk) {
    try (DirectoryStream<Path> asked = Files.newDirectoryStream(directory, "*" + QUESTION)) {
      for (Path file : asked) {
        String question = read(file);
        String asker = ownerOf(file);
        Files.delete(file);
        Answer answer = desk.answer(question, asker);
        String name = file.getFileName().toString();
        put(
            name.substring(0, name.length() - QUESTION.length()) + ANSWER,
            (answer.done() ? "+" : "-") + answer.text());
      }
    } catch (IOException e) {
      LOG.warn("a question in {} could not be answered: {}", directory, e.toString());
    }
  }

  /** The system knows who created a file; its text could claim anything. */
  private static String ownerOf(Path file) throws IOException {
    return "uid " + Files.getAttribute(file, "unix:uid");
  }

  private static String read(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return new String(in.readNBytes(QUESTION_BYTES_MAX), UTF_8);
    }
  }

  /** Atomic: a reader sees all of a file. */
  private void put(String name, String text) throws IOException {
    Path part = directory.resolve(name + ".part");
    Files.writeString(part, text);
    Files.move(part, directory.resolve(name), StandardCopyOption.ATOMIC_MOVE);
  }

  // ---- the command's side

  /** Asks, and waits for the answer; empty after the timeout. */
  public Optional<Answer> ask(String question, Duration timeout)
      throws IOException, InterruptedException {
    String name = UUID.randomUUID().toString();
    Path answer = directory.resolve(name + ANSWER);
    put(name + QUESTION, question);
    long until = System.nanoTime() + timeout.toNanos();
    while (!Files.exists(answer)) {
      if (System.nanoTime() > until) {
        Files.deleteIfExists(directory.resolve(name + QUESTION));
        return Optional.empty();
      }
      Thread.sleep(LOOK_EVERY);
    }
    String text = Files.readString(answer);
    Files.delete(answer);
    return Optional.of(new Answer(text.startsWith("+"), text.substring(1)));
  }
}
