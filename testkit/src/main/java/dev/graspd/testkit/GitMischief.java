package dev.graspd.testkit;

import static dev.graspd.testkit.GitAnswers.ADVERTISEMENT;
import static dev.graspd.testkit.GitAnswers.RESULT;
import static dev.graspd.testkit.GitAnswers.band;
import static dev.graspd.testkit.GitAnswers.banded;
import static dev.graspd.testkit.GitAnswers.bytes;
import static dev.graspd.testkit.GitAnswers.head;
import static dev.graspd.testkit.GitAnswers.joined;
import static dev.graspd.testkit.GitAnswers.line;

import dev.graspd.testkit.HostileGitServer.Stage;
import dev.graspd.testkit.HostileGitServer.Step;
import dev.graspd.testkit.ScriptedServer.Conversation;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.zip.DeflaterOutputStream;

/** One way each in which a git server can be bad. */
public enum GitMischief {
  NONE(Stage.NEVER, (_, _) -> {}),

  SILENT_AFTER_ACCEPTING(Stage.CONNECTED, (talk, _) -> talk.drain()),
  SILENT_AFTER_THE_STATUS_LINE(
      Stage.GREETING, Deeds.then("HTTP/1.1 200 OK\r\n", Conversation::drain)),
  SILENT_IN_THE_HEADERS(
      Stage.GREETING, Deeds.then("HTTP/1.1 200 OK\r\nContent-Type: applic", Conversation::drain)),
  SILENT_IN_THE_GREETING(
      Stage.GREETING, Deeds.then(head(ADVERTISEMENT) + "001e# serv", Conversation::drain)),
  SILENT_IN_THE_REFS(Stage.LISTING, Deeds.then(head(RESULT) + "003f0123", Conversation::drain)),
  SILENT_BEFORE_THE_ANSWER(Stage.PACK, (talk, _) -> talk.drain()),
  SILENT_BEFORE_THE_PACK(
      Stage.PACK, Deeds.then(head(RESULT) + line("packfile"), Conversation::drain)),
  SILENT_IN_THE_PACK(
      Stage.PACK,
      (talk, repository) -> {
        talk.send(
            joined(bytes(head(RESULT) + line("packfile")), banded(Deeds.half(repository.pack()))));
        talk.drain();
      }),
  DRIPS_ITS_HEADERS(Stage.GREETING, Deeds.then("HTTP/1.1 200 OK\r\nX: ", Deeds::drip)),
  DRIPS_ITS_REFS(Stage.LISTING, Deeds.then(head(RESULT) + "fff0", Deeds::drip)),
  DRIPS_ITS_PACK(
      Stage.PACK, Deeds.then(head(RESULT) + line("packfile") + "fff0\u0001", Deeds::drip)),

  ENDLESS_GREETING(
      Stage.GREETING,
      Deeds.then(
          head(ADVERTISEMENT) + line("version 2"),
          talk -> Deeds.forever(talk, line("capability=of no use").repeat(500)))),
  ENDLESS_REFS(Stage.LISTING, Deeds.then(head(RESULT), Deeds::refsForever)),
  ENDLESS_REFS_OF_THE_OLD_PROTOCOL(
      Stage.GREETING,
      Deeds.then(
          head(ADVERTISEMENT) + line("# service=git-upload-pack") + "0000", Deeds::refsForever)),
  ENDLESS_PACK(Stage.PACK, Deeds.then(head(RESULT) + line("packfile"), Deeds::packForever)),
  ENDLESS_WORDS(
      Stage.PACK,
      Deeds.then(
          head(RESULT) + line("packfile"),
          talk ->
              Deeds.forever(
                  talk, new String(band(2, new byte[1_000]), StandardCharsets.ISO_8859_1)))),
  ENDLESS_LINES_BEFORE_THE_PACK(
      Stage.PACK,
      Deeds.then(
          head(RESULT) + line("shallow-info"),
          talk -> Deeds.forever(talk, line("shallow " + "1".repeat(40)).repeat(100)))),
  HEADER_BOMB(
      Stage.GREETING,
      Deeds.then(
          "HTTP/1.1 200 OK\r\n", talk -> Deeds.forever(talk, "X-Bomb: bomb\r\n".repeat(100)))),
  STATUS_LINE_BOMB(
      Stage.GREETING, Deeds.then("HTTP/1.1 200 ", talk -> Deeds.forever(talk, "O".repeat(999)))),
  INTERIM_BOMB(
      Stage.GREETING, (talk, _) -> Deeds.forever(talk, "HTTP/1.1 100 Continue\r\n\r\n".repeat(20))),

  THROTTLES(Stage.GREETING, Deeds.answer("429 Too Many Requests")),
  THROTTLES_FOR_TWO_MINUTES(
      Stage.GREETING, Deeds.answer("429 Too Many Requests\r\nRetry-After: 120")),
  THROTTLES_FOR_EVER(
      Stage.GREETING, Deeds.answer("429 Too Many\r\nRetry-After: 99999999999999999999")),
  THROTTLES_THE_FETCH(Stage.PACK, Deeds.answer("503 Busy\r\nRetry-After: 7")),
  BUSY(Stage.GREETING, Deeds.answer("503 Busy")),
  ABSENT(Stage.GREETING, Deeds.answer("404 Not Found")),
  PRIVATE(Stage.GREETING, Deeds.answer("401 Unauthorized\r\nWWW-Authenticate: Basic")),
  REDIRECTS_IN_A_LOOP(
      Stage.GREETING,
      HostileGitServer.redirectTo("/some/repo.git/info/refs?service=git-upload-pack")),
  REDIRECTS_TO_NOWHERE(Stage.GREETING, Deeds.answer("302 Found")),
  REDIRECTS_THE_FETCH(Stage.PACK, HostileGitServer.redirectTo("/some/other.git/git-upload-pack")),

  WRONG_TYPE(
      Stage.GREETING, Deeds.then(head("application/octet-stream") + "anything", Deeds::hangUp)),
  WEB_PAGE(
      Stage.GREETING,
      Deeds.then(head("text/html; charset=utf-8") + "<html></html>", Deeds::hangUp)),
  DUMB(
      Stage.GREETING,
      Deeds.then(head("text/plain") + "1".repeat(40) + "\trefs/heads/main\n", Deeds::hangUp)),
  WRONG_TYPE_OF_THE_PACK(
      Stage.PACK, Deeds.then(head("text/html") + "<html></html>", Deeds::hangUp)),
  ZIPPED(
      Stage.GREETING,
      Deeds.then(
          "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Type: "
              + ADVERTISEMENT
              + "\r\n\r\n\u001f",
          Deeds::hangUp)),
  NO_HTTP(Stage.GREETING, Deeds.then("220 mail.example.com ESMTP\r\n\r\n", Deeds::hangUp)),
  OTHER_HASHES(
      Stage.GREETING,
      Deeds.then(
          head(ADVERTISEMENT)
              + line("version 2")
              + line("ls-refs")
              + line("fetch")
              + line("object-format=sha256")
              + "0000",
          Deeds::hangUp)),

  TRUNCATED_PACK(
      Stage.PACK,
      (talk, repository) ->
          talk.send(
              joined(
                  bytes(head(RESULT) + line("packfile")), banded(Deeds.half(repository.pack()))))),
  PACK_THAT_ENDS_EARLY(
      Stage.PACK,
      (talk, repository) ->
          talk.send(joined(bytes(head(RESULT)), GitAnswers.packed(Deeds.half(repository.pack()))))),
  CLAIMS_A_LONGER_BODY(
      Stage.PACK,
      (talk, repository) -> {
        byte[] whole = GitAnswers.whole(RESULT, GitAnswers.packed(repository.pack()));
        talk.send(Arrays.copyOf(whole, whole.length - 10));
      }),
  CLAIMS_A_SHORTER_BODY(
      Stage.PACK,
      (talk, repository) -> {
        byte[] body = GitAnswers.packed(repository.pack());
        byte[] part = Arrays.copyOf(body, body.length - 10);
        talk.send(
            joined(
                GitAnswers.whole(RESULT, part),
                Arrays.copyOfRange(body, part.length, body.length)));
        talk.drain();
      }),
  UNKNOWN_LINE(Stage.LISTING, Deeds.then(head(RESULT) + "0003", Deeds::hangUp)),
  LINE_OF_NO_LENGTH(Stage.LISTING, Deeds.then(head(RESULT) + "no git here", Deeds::hangUp)),
  LINE_OF_NO_REF(
      Stage.LISTING, Deeds.then(head(RESULT) + line("no id at all") + "0000", Deeds::hangUp)),
  UNKNOWN_SECTION(Stage.PACK, Deeds.then(head(RESULT) + line("surprise") + "0000", Deeds::hangUp)),
  UNKNOWN_BAND(
      Stage.PACK, Deeds.then(head(RESULT) + line("packfile") + "0006\u0009x0000", Deeds::hangUp)),
  NO_PACK(
      Stage.PACK,
      Deeds.then(head(RESULT) + line("acknowledgments") + line("NAK") + "0000", Deeds::hangUp)),
  NOTHING_AT_ALL(Stage.PACK, Deeds.then(head(RESULT), Deeds::hangUp)),

  SAYS_AN_ERROR(
      Stage.GREETING,
      Deeds.then(head(ADVERTISEMENT) + line("ERR go \u001b[31maway") + "0000", Deeds::hangUp)),
  REFUSES_THE_WANT(
      Stage.PACK,
      (talk, repository) ->
          talk.send(head(RESULT) + line("ERR upload-pack: not our ref " + repository.tip()))),
  GIVES_UP(
      Stage.PACK,
      (talk, repository) ->
          talk.send(
              joined(
                  bytes(head(RESULT) + line("packfile")),
                  banded(Deeds.half(repository.pack())),
                  band(3, bytes("out of " + "memory, ".repeat(100)))))),
  ;

  private final Stage stage;

  // Steps keep nothing between two runs.
  @SuppressWarnings("ImmutableEnumChecker")
  private final Step step;

  GitMischief(Stage stage, Step step) {
    this.stage = stage;
    this.step = step;
  }

  Stage stage() {
    return stage;
  }

  Step step() {
    return step;
  }

  /** What bad servers do, again and again. */
  private static final class Deeds {
    private static final int BLOB_BYTES = 32 << 10;

    /** What is done with a conversation in the end. */
    private interface Ending {
      void run(Conversation talk) throws IOException;
    }

    private Deeds() {}

    static Step then(String said, Ending ending) {
      return (talk, _) -> {
        talk.send(said);
        ending.run(talk);
      };
    }

    static Step answer(String statusAndHeaders) {
      return (talk, _) ->
          talk.send("HTTP/1.1 " + statusAndHeaders + "\r\nContent-Length: 0\r\n\r\n");
    }

    static void hangUp(Conversation talk) {}

    static byte[] half(byte[] pack) {
      return Arrays.copyOf(pack, pack.length / 2);
    }

    static void forever(Conversation talk, String said) throws IOException {
      while (true) {
        talk.send(said);
      }
    }

    static void drip(Conversation talk) throws IOException {
      while (true) {
        talk.send("x");
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
      }
    }

    static void refsForever(Conversation talk) throws IOException {
      StringBuilder lines = new StringBuilder();
      for (long i = 0; ; i++) {
        lines.append(line("%040x refs/heads/branch-%d".formatted(i + 1, i)));
        if (lines.length() > 1 << 14) {
          talk.send(lines.toString());
          lines.setLength(0);
        }
      }
    }

    /** A pack of many objects, none like the other, and none that compresses. */
    static void packForever(Conversation talk) throws IOException {
      talk.send(
          band(1, ByteBuffer.allocate(12).put(bytes("PACK")).putInt(2).putInt(1_000_000).array()));
      byte[] blob = new byte[BLOB_BYTES];
      Random random = new Random(1);
      while (true) {
        random.nextBytes(blob);
        talk.send(banded(entry(blob)));
      }
    }

    private static byte[] entry(byte[] blob) {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      int rest = blob.length >> 4;
      out.write(0x80 | (3 << 4) | (blob.length & 15));
      for (; rest > 0x7f; rest >>= 7) {
        out.write(0x80 | (rest & 0x7f));
      }
      out.write(rest);
      try (DeflaterOutputStream deflater = new DeflaterOutputStream(out)) {
        deflater.write(blob);
      } catch (IOException e) {
        throw new UncheckedIOException("memory cannot fail", e);
      }
      return out.toByteArray();
    }
  }
}
