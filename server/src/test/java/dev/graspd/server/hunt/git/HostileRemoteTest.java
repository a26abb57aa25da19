package dev.graspd.server.hunt.git;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.hunt.HostFault;
import dev.graspd.core.hunt.PassOutcome;
import dev.graspd.server.egress.dial.EgressRules;
import dev.graspd.server.egress.http.FetchLimits;
import dev.graspd.server.git.Scratch;
import dev.graspd.server.hunt.git.FetchFixture.Result;
import dev.graspd.server.net.Cidr;
import dev.graspd.testkit.GitAnswers;
import dev.graspd.testkit.GitMischief;
import dev.graspd.testkit.HostileGitServer;
import dev.graspd.testkit.HostileGitServer.Repository;
import dev.graspd.testkit.HostileGitServer.Stage;
import dev.graspd.testkit.Ports;
import dev.graspd.testkit.TestCertificate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Git servers that mean harm: each gets a typed end, soon, and leaves neither bytes here nor an
 * open connection there.
 */
@Timeout(120)
final class HostileRemoteTest {
  private static final long MEBIBYTE = 1 << 20;
  private static final int SILENCES_AT_ONCE = 4;

  @TempDir static Path temporary;
  private static Scratch scratch;
  private static String tip;
  private static Repository honest;

  @BeforeAll
  static void fill() throws IOException {
    scratch = Scratch.init(temporary.resolve("scratch"));
    byte[] content = new byte[50_000];
    new Random(7).nextBytes(content);
    scratch.commit("file", content);
    content[100]++;
    tip = scratch.commit("file", content);
    honest = new Repository(tip, scratch.pack("main"));
  }

  @Test
  void honestServerBringsWhatIsWanted() throws Exception {
    try (HostileGitServer server = HostileGitServer.start(GitMischief.NONE, honest);
        FetchFixture bench = bench(FetchLimits.DEFAULT)) {
      assertThat(bench.pass(server.url(), tip))
          .isEqualTo(new Result.Brought(FetchFixture.ids(List.of(tip))));
      assertThat(bench.bytesLeft()).isPositive();
      assertThat(server.requests())
          .containsExactly(
              "GET /some/repo.git/info/refs?service=git-upload-pack HTTP/1.1",
              "POST /some/repo.git/git-upload-pack HTTP/1.1",
              "POST /some/repo.git/git-upload-pack HTTP/1.1");
    }
  }

  /** Each of them takes two seconds of waiting, so some are waited for at once. */
  @Test
  void silenceIsCutWhereverItBegins() throws Exception {
    String answer = "timed out: no answer within 2 s";
    String rest = "timed out: slower than 1024 bytes a second for 2 s";
    SortedMap<GitMischief, String> expected = new TreeMap<>();
    expected.put(GitMischief.SILENT_AFTER_ACCEPTING, answer);
    expected.put(GitMischief.SILENT_AFTER_THE_STATUS_LINE, answer);
    expected.put(GitMischief.SILENT_IN_THE_HEADERS, answer);
    expected.put(GitMischief.SILENT_IN_THE_GREETING, rest);
    expected.put(GitMischief.SILENT_IN_THE_REFS, rest);
    expected.put(GitMischief.SILENT_BEFORE_THE_ANSWER, answer);
    expected.put(GitMischief.SILENT_BEFORE_THE_PACK, rest);
    expected.put(GitMischief.SILENT_IN_THE_PACK, rest);
    expected.put(GitMischief.DRIPS_ITS_HEADERS, answer);
    expected.put(GitMischief.DRIPS_ITS_REFS, rest);
    expected.put(GitMischief.DRIPS_ITS_PACK, rest);
    SortedMap<GitMischief, Future<FetchFailure>> ends = new TreeMap<>();
    try (ExecutorService some = Executors.newFixedThreadPool(SILENCES_AT_ONCE)) {
      for (GitMischief mischief : expected.keySet()) {
        ends.put(mischief, some.submit(() -> end(mischief, FetchFixture.HASTY)));
      }
    }
    for (var end : ends.entrySet()) {
      assertThat(end.getValue().get())
          .as("%s", end.getKey())
          .isEqualTo(new FetchFailure.Unreachable(expected.get(end.getKey())));
    }
  }

  /** Nobody needs a quarter of an hour to list refs, however steadily they come. */
  @ParameterizedTest
  @EnumSource(names = {"SILENT_IN_THE_GREETING", "SILENT_IN_THE_REFS", "DRIPS_ITS_REFS"})
  void advertisementHasATimeOfItsOwn(GitMischief mischief) throws Exception {
    GitLimits brief = GitLimits.DEFAULT.withAdvertisementTime(Duration.ofMillis(500));
    try (FetchFixture bench =
        new FetchFixture(
            temporary.resolve("brief"),
            FetchFixture.ANY,
            brief,
            FetchLimits.DEFAULT,
            SSLContext.getDefault())) {
      assertThat(end(mischief, bench))
          .isEqualTo(new FetchFailure.Unreachable("timed out: it takes too long in all"));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"ENDLESS_GREETING", "ENDLESS_REFS", "ENDLESS_REFS_OF_THE_OLD_PROTOCOL"})
  void endlessListIsCutAfterTenMebibytes(GitMischief mischief) throws Exception {
    try (FetchFixture bench = bench(FetchLimits.DEFAULT)) {
      assertThat(end(mischief, bench))
          .isEqualTo(new FetchFailure.TooMuch("more than 10485760 bytes"));
      // One list is asked for a second time, with less in it.
      assertThat(bench.deadline.receivedBytes()).isLessThan(21 * MEBIBYTE);
    }
  }

  @Test
  void moreRefsThanThereIsRoomForAreNotKept() throws Exception {
    GitLimits tight = new GitLimits(10 << 20, 5_000, 10, 10, 100, Duration.ofSeconds(60));
    try (FetchFixture bench =
        new FetchFixture(
            temporary.resolve("tight"),
            FetchFixture.ANY,
            tight,
            FetchLimits.DEFAULT,
            SSLContext.getDefault())) {
      assertThat(end(GitMischief.ENDLESS_REFS, bench))
          .isEqualTo(new FetchFailure.TooMuch("more refs than we have room for"));
    }
  }

  @Test
  void endlessPackIsRefusedAtItsLimit() throws Exception {
    try (FetchFixture bench = bench(FetchLimits.DEFAULT);
        HostileGitServer server = HostileGitServer.start(GitMischief.ENDLESS_PACK, honest)) {
      assertThat(bench.pass(server.url(), tip))
          .isEqualTo(new Result.Refused("pack exceeds the 4 MiB limit"));
      assertThat(bench.deadline.receivedBytes()).isLessThan(6 * MEBIBYTE);
      assertNothingIsLeft(server, bench);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ENDLESS_WORDS | more words than 1048576 bytes",
        "ENDLESS_LINES_BEFORE_THE_PACK | too many lines before the pack",
        "HEADER_BOMB | its head is too long",
        "STATUS_LINE_BOMB | its head is too long",
        "INTERIM_BOMB | too many interim answers",
        "REDIRECTS_IN_A_LOOP | more than 3 redirects",
        "REDIRECTS_TO_NOWHERE | a redirect to nowhere",
        "REDIRECTS_THE_FETCH | HTTP 302",
        "ZIPPED | an encoding that nobody asked for",
        "TRUNCATED_PACK | stream ends within its side-bands",
        "CLAIMS_A_SHORTER_BODY | stream ends within a line",
        "UNKNOWN_LINE | line length 0003",
        "LINE_OF_NO_LENGTH | line length is not hexadecimal",
        "LINE_OF_NO_REF | a line that names no object",
        "UNKNOWN_SECTION | an answer of an unknown kind",
        "UNKNOWN_BAND | a line of no known side-band",
        "NO_PACK | an answer without a pack",
        "NOTHING_AT_ALL | an answer without a pack",
      })
  void whoBreaksTheProtocolMisbehaves(GitMischief mischief, String why) throws Exception {
    assertThat(end(mischief, FetchLimits.DEFAULT)).isEqualTo(new FetchFailure.Misbehaved(why));
  }

  @Test
  void bodyShorterThanClaimedIsACut() throws Exception {
    assertThat(end(GitMischief.CLAIMS_A_LONGER_BODY, FetchLimits.DEFAULT))
        .isEqualTo(new FetchFailure.Unreachable("unreachable: cut within its answer"));
  }

  @Test
  void packThatEndsEarlyIsRefusedByWhoeverTakesIt() throws Exception {
    assertThat(passed(GitMischief.PACK_THAT_ENDS_EARLY, honest))
        .isEqualTo(new Result.Refused("the pack is broken: it ends too early"));
  }

  @Test
  void packWithOtherObjectsIsNotTaken() throws Exception {
    String first = scratch.git("rev-parse", "main~1");
    assertThat(passed(GitMischief.NONE, new Repository(tip, scratch.pack("main~1"))))
        .isEqualTo(new Result.Refused("the pack lacks " + tip));
    assertThat(first).isNotEqualTo(tip);
  }

  @Test
  void packWithoutItsBaseIsRefused() throws Exception {
    byte[] thin = scratch.thinPack("main", "^main~1");
    assertThat(passed(GitMischief.NONE, new Repository(tip, thin)))
        .isInstanceOfSatisfying(
            Result.Refused.class,
            refused -> assertThat(refused.why()).startsWith("the push lacks an object: "));
  }

  @Test
  void packOfAHistoryThatIsNotThereIsRefused() throws Exception {
    byte[] part = scratch.pack("main", "^main~1");
    assertThat(passed(GitMischief.NONE, new Repository(tip, part)))
        .isInstanceOfSatisfying(
            Result.Refused.class,
            refused -> assertThat(refused.why()).startsWith("the push lacks an object: "));
  }

  @ParameterizedTest
  @CsvSource({
    "THROTTLES, -1",
    "THROTTLES_FOR_TWO_MINUTES, 120",
    "THROTTLES_FOR_EVER, 86400",
    "THROTTLES_THE_FETCH, 7"
  })
  void patienceIsTakenFromTheAnswer(GitMischief mischief, long seconds) throws Exception {
    Optional<Duration> after =
        seconds < 0 ? Optional.empty() : Optional.of(Duration.ofSeconds(seconds));
    FetchFailure failure = end(mischief, FetchLimits.DEFAULT);
    assertThat(failure).isEqualTo(new FetchFailure.Throttled(after));
    assertThat(failure.outcome()).isEqualTo(new PassOutcome.Throttled(after));
  }

  @Test
  void busyServerMayBeBetterLater() throws Exception {
    assertThat(end(GitMischief.BUSY, FetchLimits.DEFAULT))
        .isEqualTo(new FetchFailure.Unreachable("HTTP 503"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ABSENT | HTTP 404",
        "PRIVATE | HTTP 401",
        "WRONG_TYPE | not smart HTTP, but application/octet-stream",
        "WEB_PAGE | a web page",
        "DUMB | not smart HTTP, but text/plain",
        "WRONG_TYPE_OF_THE_PACK | a web page",
        "OTHER_HASHES | its object ids are not SHA-1",
      })
  void whatIsNoRepositoryForUsSaysWhy(GitMischief mischief, String why) throws Exception {
    FetchFailure failure = end(mischief, FetchLimits.DEFAULT);
    assertThat(failure).isEqualTo(new FetchFailure.NoRepository(why));
    assertThat(failure.outcome()).isEqualTo(new PassOutcome.Nothing("no repository: " + why));
  }

  @Test
  void wordsOfTheServerAreShownHarmlessAndShort() throws Exception {
    assertThat(end(GitMischief.SAYS_AN_ERROR, FetchLimits.DEFAULT))
        .isEqualTo(new FetchFailure.Refused("go \\u{00001B}[31maway"));
    assertThat(end(GitMischief.REFUSES_THE_WANT, FetchLimits.DEFAULT))
        .isEqualTo(new FetchFailure.Refused("upload-pack: not our ref " + tip));
    FetchFailure gaveUp = end(GitMischief.GIVES_UP, FetchLimits.DEFAULT);
    assertThat(gaveUp).isInstanceOf(FetchFailure.Misbehaved.class);
    assertThat(gaveUp.text()).startsWith("gave up: out of memory, memory").hasSizeLessThan(270);
  }

  @Test
  void hostsThatCannotBeUsedAreToldFromUrlsThatCannot() throws Exception {
    FetchFailure noHttp = end(GitMischief.NO_HTTP, FetchLimits.DEFAULT);
    assertThat(noHttp)
        .isEqualTo(new FetchFailure.Hopeless(HostFault.NOT_HTTP, "it does not speak HTTP"));
    try (FetchFixture bench = bench(FetchLimits.DEFAULT)) {
      assertThat(failure(bench.pass("http://nowhere.example/x.git", tip)))
          .isEqualTo(
              new FetchFailure.Hopeless(HostFault.NO_SUCH_NAME, "there is no nowhere.example"));
      assertThat(failure(bench.pass("http://127.0.0.1:" + Ports.reserve() + "/x.git", tip)))
          .isInstanceOf(FetchFailure.Unreachable.class);
    }
    // A redirect does not make its target hopeless.
    assertThat(redirected("http://nowhere.example/info/refs?service=git-upload-pack"))
        .isEqualTo(new FetchFailure.Unreachable("there is no nowhere.example"));
  }

  @Test
  void redirectToAPrivateAddressIsDenied() throws Exception {
    EgressRules rules =
        new EgressRules(false, true, List.of(Cidr.parse("127.0.0.1/32")), List.of());
    try (HostileGitServer inside = HostileGitServer.start(GitMischief.NONE, honest);
        HostileGitServer server =
            HostileGitServer.start(
                honest,
                Stage.GREETING,
                HostileGitServer.redirectTo(
                    "http://127.0.0.2:"
                        + inside.port()
                        + "/some/repo.git/info/refs?service=git-upload-pack"));
        FetchFixture bench =
            new FetchFixture(
                temporary.resolve("private"),
                rules,
                GitLimits.DEFAULT,
                FetchLimits.DEFAULT,
                SSLContext.getDefault())) {
      assertThat(failure(bench.pass(server.url(), tip)))
          .isEqualTo(
              new FetchFailure.Unreachable("egress denied: private address (127.0.0.2, loopback)"));
      assertThat(inside.requests()).isEmpty();
      assertNothingIsLeft(server, bench);
    }
  }

  @Test
  void redirectFromHttpsToHttpIsDenied() throws Exception {
    TestCertificate certificate = TestCertificate.of("dns:git.test", temporary);
    try (HostileGitServer plain = HostileGitServer.start(GitMischief.NONE, honest);
        HostileGitServer server =
            HostileGitServer.startSecure(
                certificate.forServer().getServerSocketFactory(),
                honest,
                Stage.GREETING,
                HostileGitServer.redirectTo(
                    plain.url("git.test") + "/info/refs?service=git-upload-pack"));
        FetchFixture bench =
            new FetchFixture(
                temporary.resolve("https"),
                FetchFixture.ANY,
                GitLimits.DEFAULT,
                FetchLimits.DEFAULT,
                certificate.forClient())) {
      assertThat(failure(bench.pass(server.url("git.test"), tip)))
          .isEqualTo(new FetchFailure.Unreachable("egress denied: redirect from https to http"));
      assertThat(plain.requests()).isEmpty();
      assertThat(failure(bench.pass(server.url("other.test"), tip)))
          .isInstanceOfSatisfying(
              FetchFailure.Hopeless.class,
              hopeless -> assertThat(hopeless.fault()).isEqualTo(HostFault.TLS));
      assertNothingIsLeft(server, bench);
    }
  }

  @Test
  void requestsGoWhereTheFirstOneWasRedirected() throws Exception {
    try (HostileGitServer real = HostileGitServer.start(GitMischief.NONE, honest);
        HostileGitServer server =
            HostileGitServer.start(
                honest,
                Stage.GREETING,
                HostileGitServer.redirectTo(
                    "http://moved.test:"
                        + real.port()
                        + "/new/place/info/refs?service=git-upload-pack"));
        FetchFixture bench = bench(FetchLimits.DEFAULT)) {
      assertThat(bench.pass(server.url(), tip)).isInstanceOf(Result.Brought.class);
      assertThat(server.requests()).hasSize(1);
      assertThat(real.requests())
          .containsExactly(
              "GET /new/place/info/refs?service=git-upload-pack HTTP/1.1",
              "POST /new/place/git-upload-pack HTTP/1.1",
              "POST /new/place/git-upload-pack HTTP/1.1");
    }
  }

  @Test
  void redirectToSomethingElseIsNoRepository() throws Exception {
    try (HostileGitServer elsewhere = HostileGitServer.start(GitMischief.NONE, honest)) {
      assertThat(redirected(elsewhere.url("login.test") + "/login"))
          .isEqualTo(new FetchFailure.NoRepository("redirected to something else"));
    }
  }

  @Test
  void serverWithoutSideBandsIsNotAskedForAPack() throws Exception {
    byte[] refs = GitAnswers.bytes(GitAnswers.line(tip + " refs/heads/main\0agent=old/1") + "0000");
    try (HostileGitServer server =
            HostileGitServer.start(
                honest,
                Stage.GREETING,
                (talk, _) -> talk.send(GitAnswers.whole(GitAnswers.ADVERTISEMENT, refs)));
        FetchFixture bench = bench(FetchLimits.DEFAULT)) {
      assertThat(failure(bench.pass(server.url(), tip)))
          .isEqualTo(new FetchFailure.Misbehaved("cannot send side-bands"));
      assertThat(server.requests()).hasSize(1);
    }
  }

  @Test
  void passIsCalledOffWhileAPackArrives() throws Exception {
    try (FetchFixture bench = bench(FetchLimits.DEFAULT);
        HostileGitServer server =
            HostileGitServer.start(
                honest,
                Stage.PACK,
                (talk, _) -> {
                  bench.deadline.cancel();
                  talk.drain();
                })) {
      FetchFailure failure = failure(bench.pass(server.url(), tip));
      assertThat(failure).isEqualTo(new FetchFailure.Cancelled());
      assertThat(failure.outcome()).isEqualTo(new PassOutcome.Cancelled());
      assertNothingIsLeft(server, bench);
    }
  }

  private static FetchFailure redirected(String location) throws Exception {
    try (HostileGitServer server =
            HostileGitServer.start(honest, Stage.GREETING, HostileGitServer.redirectTo(location));
        FetchFixture bench = bench(FetchLimits.DEFAULT)) {
      return failure(bench.pass(server.url(), tip));
    }
  }

  private static FetchFailure end(GitMischief mischief, FetchLimits patience) throws Exception {
    try (FetchFixture bench = bench(patience)) {
      return end(mischief, bench);
    }
  }

  private static FetchFailure end(GitMischief mischief, FetchFixture bench) throws Exception {
    try (HostileGitServer server = HostileGitServer.start(mischief, honest)) {
      FetchFailure failure = failure(bench.pass(server.url(), tip));
      assertNothingIsLeft(server, bench);
      return failure;
    }
  }

  private static Result passed(GitMischief mischief, Repository repository) throws Exception {
    try (HostileGitServer server = HostileGitServer.start(mischief, repository);
        FetchFixture bench = bench(FetchLimits.DEFAULT)) {
      Result result = bench.pass(server.url(), tip);
      assertNothingIsLeft(server, bench);
      return result;
    }
  }

  private static void assertNothingIsLeft(HostileGitServer server, FetchFixture bench)
      throws InterruptedException {
    assertThat(bench.bytesLeft()).isZero();
    assertThat(server.isLeftAlone()).isTrue();
  }

  private static FetchFailure failure(Result result) {
    return switch (result) {
      case Result.Failed(var failure) -> failure;
      case Result.Brought _, Result.Refused _ -> throw new AssertionError(result);
    };
  }

  private static FetchFixture bench(FetchLimits patience) throws Exception {
    return new FetchFixture(
        Files.createTempDirectory(temporary, "data-"),
        FetchFixture.ANY,
        GitLimits.DEFAULT,
        patience,
        SSLContext.getDefault());
  }
}
