package dev.graspd.server.web.git;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.server.web.HttpBackend;
import dev.graspd.server.web.TestServer;
import dev.graspd.server.web.exchange.ExchangeLimits;
import dev.graspd.server.web.http.WebTimes;
import dev.graspd.server.web.route.RouteTest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Stock git against the web layer, with git's own server behind the port. */
final class RealGitTest {
  @TempDir private Path directory;
  private TestServer server;
  private Path served;
  private Path work;

  @BeforeEach
  void start() throws Exception {
    served = directory.resolve("served");
    work = directory.resolve("work");
    Files.createDirectories(served.resolve(RouteTest.NPUB + "-my repo.git"));
    git(served.resolve(RouteTest.NPUB + "-my repo.git"), "init", "-q", "--bare", "-b", "main");
    Files.createDirectories(work);
    git(work, "init", "-q", "-b", "main");
    server =
        TestServer.builder()
            .git(new GitFront(new HttpBackend(served), ExchangeLimits.DEFAULT))
            .start();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void whatIsPushedIsCloned(int version) throws Exception {
    commit("file", "hello".getBytes(StandardCharsets.UTF_8));
    String protocol = "protocol.version=" + version;

    git(work, "-c", protocol, "push", "-q", url(), "main");
    git(directory, "-c", protocol, "clone", "-q", url(), "copy");

    assertThat(directory.resolve("copy/file")).hasContent("hello");
  }

  @Test
  void sixtyMegabytesArePushedInChunksAndCloned() throws Exception {
    byte[] noise = new byte[60_000_000];
    new Random(3).nextBytes(noise);
    // Noise does not get smaller, and trying takes longer than the rest.
    git(work, "config", "core.compression", "0");
    commit("noise", noise);

    git(work, "push", "-q", url(), "main");
    git(directory, "clone", "-q", url(), "copy");

    assertThat(Files.mismatch(work.resolve("noise"), directory.resolve("copy/noise")))
        .isEqualTo(-1);
  }

  @Test
  void aLargePushWithItsLengthKnownIsTaken() throws Exception {
    byte[] noise = new byte[5_000_000];
    new Random(4).nextBytes(noise);
    commit("noise", noise);

    git(work, "-c", "http.postBuffer=20000000", "push", "-q", url(), "main");

    assertThat(git(work, "ls-remote", url())).contains("refs/heads/main");
  }

  @Test
  void aFetchWithManyHavesIsCompressedAndUnderstood() throws Exception {
    commit("first", new byte[1]);
    git(work, "push", "-q", url(), "main");
    git(directory, "clone", "-q", url(), "copy");
    Path copy = directory.resolve("copy");
    for (int i = 0; i < 60; i++) {
      git(copy, "commit", "-q", "--allow-empty", "-m", "own " + i);
    }
    commit("second", new byte[2]);
    git(work, "push", "-q", url(), "main");

    git(copy, "fetch", "-q");

    assertThat(git(copy, "ls-tree", "origin/main")).contains("first").contains("second");
  }

  /**
   * The hook runs between the list of refs and the push, here longer than a connection may wait.
   */
  @Test
  void aPushWhoseHookTakesLongIsTaken() throws Exception {
    WebTimes times = TestServer.TIMES;
    WebTimes shorter =
        new WebTimes(
            times.requestHead(),
            Duration.ofMillis(100),
            times.pingAfter(),
            times.pongWithin(),
            times.message(),
            times.stalledOutput(),
            times.closing());
    commit("file", new byte[1]);
    Path hook = work.resolve(".git/hooks/pre-push");
    Files.createDirectories(hook.getParent());
    Files.writeString(hook, "#!/bin/sh\nsleep 1\n");
    Files.setPosixFilePermissions(hook, PosixFilePermissions.fromString("rwxr-xr-x"));
    try (TestServer hasty =
        TestServer.builder()
            .git(new GitFront(new HttpBackend(served), ExchangeLimits.DEFAULT))
            .times(shorter)
            .start()) {
      git(work, "push", "-q", url(hasty), "main");

      assertThat(git(work, "ls-remote", url())).contains("refs/heads/main");
    }
  }

  @Test
  void aRepositoryThatIsNotThereIsNamedAsSuch() throws Exception {
    assertThat(fail(directory, "clone", url().replace("my%20repo", "other"), "x"))
        .contains("not found");
  }

  private String url() {
    return url(server);
  }

  private static String url(TestServer server) {
    return server.http("/" + RouteTest.NPUB + "/my%20repo.git").toString();
  }

  private void commit(String name, byte[] content) throws Exception {
    Files.write(work.resolve(name), content);
    git(work, "add", name);
    git(work, "commit", "-q", "-m", name);
  }

  private static String git(Path where, String... arguments) throws Exception {
    Process git = start(where, arguments);
    String output = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(git.waitFor()).as("git %s: %s", String.join(" ", arguments), output).isZero();
    return output;
  }

  private static String fail(Path where, String... arguments) throws Exception {
    Process git = start(where, arguments);
    String output = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(git.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(git.exitValue()).as(output).isNotZero();
    return output;
  }

  private static Process start(Path where, String... arguments) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of("git", "-c", "user.name=Test", "-c", "user.email=test@example.org"));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).directory(where.toFile());
    builder.redirectErrorStream(true);
    builder.environment().put("GIT_CONFIG_GLOBAL", "/dev/null");
    builder.environment().put("GIT_CONFIG_SYSTEM", "/dev/null");
    builder.environment().put("GIT_TERMINAL_PROMPT", "0");
    return builder.start();
  }
}
