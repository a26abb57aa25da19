package dev.graspd.server.git.ingest;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.ServiceAddress;
import dev.graspd.core.nostr.refusal.PushReason;
import dev.graspd.core.nostr.refusal.Refusal;
import dev.graspd.core.policy.room.Allowance;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefName;
import dev.graspd.server.git.GitMetrics;
import dev.graspd.server.git.Scratch;
import dev.graspd.server.git.ingest.budget.CheckLimits;
import dev.graspd.server.git.ingest.budget.IngestFixture;
import dev.graspd.server.git.ingest.budget.IngestLimits;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The real git pushes. */
class ReceiveServiceTest {
  private static final int PATIENCE_SECONDS = 60;
  private static final RefName MAIN = new RefName("refs/heads/main");

  @TempDir Path temporary;
  private Scratch scratch;
  private IngestFixture bench;
  private RecordedPushes pushes;
  private ReceiveService service;
  private PushHttp http;

  @BeforeEach
  void begin() throws IOException {
    scratch = Scratch.init(temporary.resolve("scratch"));
    start(IngestFixture.LIMITS);
  }

  private void start(IngestLimits limits) throws IOException {
    bench = new IngestFixture(temporary.resolve("git"), limits);
    pushes = new RecordedPushes();
    service =
        new ReceiveService(
            new ReceiveService.Parts(
                pushes,
                bench.ingest,
                bench.quarantine,
                limits,
                PushLimits.DEFAULT,
                new PushPlaces(PushLimits.DEFAULT, System::nanoTime),
                bench.requests,
                ServiceAddress.of("example.com", "/"),
                GitMetrics.NONE,
                System::nanoTime,
                Duration.ofMillis(50)));
    http = new PushHttp(service, bench, pushes);
  }

  @AfterEach
  void stop() {
    http.close();
  }

  private Scratch.Run push(String... arguments) {
    String[] command = new String[arguments.length + 2];
    command[0] = "push";
    command[1] = http.url();
    System.arraycopy(arguments, 0, command, 2, arguments.length);
    return scratch.run(new byte[0], command);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void pushesBuildOnEachOther(int version) throws IOException {
    scratch.git("config", "protocol.version", String.valueOf(version));
    byte[] content = new byte[50_000];
    new Random(1).nextBytes(content);
    for (int i = 0; i < 5; i++) {
      content[i]++;
      String commit = scratch.commit("file", content);
      Scratch.Run run = push("main");
      assertThat(run.code()).as(run.err()).isZero();
      assertThat(run.err()).contains("remote: a remark");
      assertThat(pushes.refs).containsEntry(MAIN, new Oid(commit));
    }
    assertThat(bench.fsck(pushes.refs.get(MAIN).hex())).isEmpty();
    assertThat(bench.verifyPacks()).isEmpty();
    assertThat(bench.layout.quarantine()).isEmptyDirectory();
  }

  @Test
  void branchesTagsOptionsAndDeletionsAreTaken() throws IOException {
    scratch.commit("a", "1");
    scratch.git("tag", "-a", "v1", "-m", "first");
    scratch.git("branch", "other");
    assertThat(push("-q", "--atomic", "-o", "option", "main", "v1").code()).isZero();
    assertThat(push("other").code()).as("needs no objects").isZero();
    assertThat(push("--delete", "other").code()).isZero();
    assertThat(pushes.refs.keySet()).containsExactly(MAIN, new RefName("refs/tags/v1"));
    assertThat(pushes.performed.getFirst().atomic()).isTrue();
    assertThat(bench.fsck(scratch.git("rev-parse", "v1"))).isEmpty();
  }

  @Test
  void refusedPushTellsWhy() throws IOException {
    pushes.allowed = _ -> false;
    scratch.commit("a", "1");
    Scratch.Run run = push("main");
    assertThat(run.code()).isNotZero();
    assertThat(run.err())
        .contains("remote: refs/heads/main: no signed state for this ref: for the test")
        .contains("remote: see https://example.com/errors/push-unsigned")
        .contains("! [remote rejected] main -> main (no signed state for this ref: for the test)");
    assertThat(bench.files()).isEmpty();
  }

  @Test
  void partOfAPushIsTaken() throws IOException {
    pushes.allowed = command -> command.ref().endsWith("main");
    scratch.commit("a", "1");
    scratch.git("branch", "other");
    Scratch.Run run = push("main", "other");
    assertThat(run.err())
        .contains("[new branch]      main -> main")
        .contains("! [remote rejected] other -> other");
    assertThat(pushes.refs).containsOnlyKeys(MAIN);
  }

  @Test
  void refusedPushOfSixtyMegabytesTellsWhyToo() throws IOException {
    pushes.allowed = _ -> false;
    byte[] large = new byte[60_000_000];
    new Random(1).nextBytes(large);
    scratch.git("config", "core.compression", "0");
    scratch.commit("large", large);
    Scratch.Run run = push("main");
    assertThat(run.err()).contains("(no signed state for this ref: for the test)");
    assertThat(bench.files()).isEmpty();
  }

  @Test
  void pushOverTheLimitIsRefusedWithItsSize() throws IOException {
    http.close();
    start(new IngestLimits(1 << 20, 100 << 20, 16 << 20, 1_000, 2_000, 50, CheckLimits.DEFAULT, 0));
    byte[] large = new byte[3_000_000];
    new Random(1).nextBytes(large);
    scratch.commit("large", large);
    Scratch.Run run = push("main");
    assertThat(run.err()).contains("(pack exceeds the 1 MiB limit)");
    assertThat(bench.files()).isEmpty();
  }

  @Test
  void contentLengthOverTheLimitIsAnsweredBeforeTheBody() throws IOException {
    MemoryExchange exchange = new MemoryExchange(new byte[0]).claiming(2L << 30);
    service.exchange(http.repository(), exchange);
    assertThat(exchange.status()).isEqualTo(413);
    assertThat(exchange.text()).isEqualTo("pack exceeds the 1 GiB limit");
  }

  private static final Refusal FULL = PushReason.REPOSITORY_QUOTA.refusal("for the test");

  @Test
  void pushBeyondItsAllowanceIsRefusedWithTheWordsOfThatAndLeavesNothing() throws IOException {
    pushes.room = new Allowance(2_000, FULL);
    byte[] large = new byte[3_000];
    new Random(1).nextBytes(large);
    scratch.commit("large", large);
    Scratch.Run run = push("main");
    assertThat(run.err())
        .contains("! [remote rejected] main -> main (the repository has no room for it: for the")
        .contains("remote: see https://example.com/errors/repository-quota");
    assertThat(pushes.performed).isEmpty();
    assertThat(bench.files()).isEmpty();
  }

  @Test
  void pushThatNeedsNoObjectsIsTakenWhereNothingIsAllowed() throws IOException {
    scratch.commit("a", "1");
    assertThat(push("main").code()).isZero();
    pushes.room = new Allowance(0, FULL);
    scratch.git("branch", "other");
    assertThat(push("other").code()).isZero();
    assertThat(push("--delete", "other").code()).isZero();
    scratch.commit("a", "2");
    assertThat(push("main").err()).contains("(the repository has no room for it: for the test)");
  }

  @Test
  void contentLengthBeyondWhatIsAllowedIsAnsweredBeforeTheBody() {
    pushes.room = new Allowance(2_000, FULL);
    MemoryExchange exchange = new MemoryExchange(new byte[0]).claiming(100L << 20);
    service.exchange(http.repository(), exchange);
    assertThat(exchange.status()).isEqualTo(413);
    assertThat(exchange.text()).isEqualTo("the repository has no room for it: for the test");
  }

  @Test
  void pushFromAShallowCloneIsRefused() throws IOException {
    scratch.commit("a", "1");
    scratch.commit("a", "2");
    Path copy = temporary.resolve("copy");
    scratch.git("clone", "-q", "--depth=1", "file://" + scratch.directory(), copy.toString());
    Scratch.Run run = Scratch.at(copy).run(new byte[0], "push", http.url(), "main:refs/heads/main");
    assertThat(run.err()).contains("(shallow pushes are not taken)");
    assertThat(bench.files()).isEmpty();
  }

  @Test
  void maliciousTreeIsRefusedByItsName() throws IOException {
    String blob = scratch.run("x".getBytes(UTF_8), "hash-object", "-w", "--stdin").text();
    String tree =
        scratch
            .run(("100644 blob " + blob + "\t.GIT\n").getBytes(UTF_8), "mktree", "--missing")
            .text();
    String commit = scratch.git("commit-tree", "-m", "x", tree);
    scratch.git("update-ref", "refs/heads/main", commit);
    Scratch.Run run = push("main");
    assertThat(run.err()).contains("(object " + tree + ": hasDotgit)");
    assertThat(bench.files()).isEmpty();
  }

  @Test
  void pushThatIsAbortedLeavesNothing() throws IOException {
    String commit = scratch.commit("a", "b".repeat(100));
    byte[] body =
        PushTest.join(
            PushTest.line("0".repeat(40) + " " + commit + " refs/heads/main\0report-status"),
            PushTest.flush(),
            scratch.pack("main"));
    CountDownLatch cut = new CountDownLatch(1);
    http.close();
    startCounting(cut);
    try (Socket socket = open()) {
      send(socket, "Content-Length: " + (body.length + 1_000), body);
    }
    assertThat(await(cut)).isTrue();
    assertThat(pushes.performed).isEmpty();
    assertThat(bench.files()).isEmpty();
  }

  private void startCounting(CountDownLatch cut) throws IOException {
    GitMetrics metrics =
        new GitMetrics() {
          @Override
          public void wholeClone(boolean isFromCache) {}

          @Override
          public void operation(Operation operation, Status status, Duration took) {
            if (status == Status.CUT) {
              cut.countDown();
            }
          }

          @Override
          public void bytes(Direction direction, long count) {}
        };
    http =
        new PushHttp(
            new ReceiveService(
                pushes,
                bench.ingest,
                bench.quarantine,
                IngestFixture.LIMITS,
                PushLimits.DEFAULT,
                ServiceAddress.of("example.com", "/"),
                metrics,
                bench.requests,
                System::nanoTime),
            bench,
            pushes);
  }

  @Test
  void clientIsKeptPatientWhileItsPushIsWorkedOn() throws IOException {
    String commit = scratch.commit("a", "b");
    byte[] body =
        PushTest.join(
            PushTest.line(
                "0".repeat(40)
                    + " "
                    + commit
                    + " refs/heads/main\0report-status side-band-64k quiet"),
            PushTest.flush(),
            scratch.pack("main"));
    CountDownLatch heard = new CountDownLatch(1);
    pushes.beforePerforming = () -> assertThat(await(heard)).isTrue();
    try (Socket socket = open()) {
      send(socket, "Content-Length: " + body.length, body);
      assertThat(readUntil(socket, "0005\2")).startsWith("HTTP/1.1 200");
      heard.countDown();
      assertThat(readUntil(socket, "ok refs/heads/main")).contains("unpack ok");
    }
  }

  private static boolean await(CountDownLatch latch) {
    try {
      return latch.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private Socket open() throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), http.port());
    socket.setSoTimeout(PATIENCE_SECONDS * 1_000);
    return socket;
  }

  private static void send(Socket socket, String header, byte[] body) throws IOException {
    String head = "POST /repo.git/git-receive-pack HTTP/1.1\r\nHost: x\r\n" + header + "\r\n\r\n";
    socket.getOutputStream().write(head.getBytes(UTF_8));
    socket.getOutputStream().write(body);
    socket.getOutputStream().flush();
  }

  private static String readUntil(Socket socket, String end) throws IOException {
    InputStream in = socket.getInputStream();
    ByteArrayOutputStream read = new ByteArrayOutputStream();
    while (!read.toString(ISO_8859_1).contains(end)) {
      int b = in.read();
      if (b < 0) {
        throw new AssertionError("only " + read.toString(ISO_8859_1));
      }
      read.write(b);
    }
    return read.toString(ISO_8859_1);
  }
}
