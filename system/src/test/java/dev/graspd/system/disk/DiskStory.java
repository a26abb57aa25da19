package dev.graspd.system.disk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.testkit.ServerProcess;
import dev.graspd.testkit.Signer;
import dev.graspd.testkit.client.GitClient;
import dev.graspd.testkit.client.GitHttp;
import dev.graspd.testkit.client.HostedRepo;
import dev.graspd.testkit.client.RawPush;
import dev.graspd.testkit.client.RelayClient;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * A repository on a disk that a test makes trouble with: what is pushed, and what is left of it.
 */
final class DiskStory {
  static final String DOMAIN = "disk.example.org";

  private static final String MAIN = "refs/heads/main";

  private final Path data;
  private final GitClient work;
  private final HostedRepo named;
  private String served = RawPush.ZERO;

  DiskStory(Path data, GitClient work, Signer owner, String identifier) {
    this.data = data;
    this.work = work;
    this.named = new HostedRepo(URI.create("ws://" + DOMAIN), owner, identifier);
  }

  private HostedRepo at(ServerProcess server) {
    return new HostedRepo(server.uri(), named.owner(), named.identifier());
  }

  HostedRepo named() {
    return named;
  }

  /** Returns what main is, as far as the server said so. */
  String served() {
    return served;
  }

  void announce(RelayClient relay) {
    assertThat(relay.publish(named.announcement()).accepted()).isTrue();
  }

  /** Commits something of about so many bytes, and has the owner sign it. */
  String signed(RelayClient relay, int bytes) {
    byte[] noise = new byte[bytes];
    new SplittableRandom(bytes + named.identifier().hashCode()).nextBytes(noise);
    StringBuilder text = new StringBuilder(served);
    for (byte one : noise) {
      text.append((char) ('!' + (one & 63)));
    }
    String commit = work.commit("FILE", text.toString());
    assertThat(relay.publish(named.state("main", commit)).accepted()).isTrue();
    return commit;
  }

  byte[] body(String commit) {
    return RawPush.plain().command(served, commit, MAIN).pack(work.pack(commit)).body();
  }

  /** Pushes; notes what is served if it worked. */
  HttpResponse<byte[]> push(ServerProcess server, String commit) {
    HttpResponse<byte[]> response = post(server, BodyPublishers.ofByteArray(body(commit)));
    if (isDone(response)) {
      served = commit;
    }
    return response;
  }

  HttpResponse<byte[]> post(ServerProcess server, HttpRequest.BodyPublisher body) {
    return GitHttp.send(
        HttpRequest.newBuilder(URI.create(at(server).cloneUrl() + "/" + GitHttp.RECEIVE))
            .header("Content-Type", "application/x-git-receive-pack-request")
            .POST(body));
  }

  static boolean isDone(HttpResponse<byte[]> response) {
    return response.statusCode() == 200 && GitHttp.text(response).contains("ok " + MAIN);
  }

  /** Pushes for an event that nobody knows yet. */
  HttpResponse<byte[]> offer(ServerProcess server, Event request, String commit) {
    String ref = "refs/nostr/" + request.id();
    byte[] body = RawPush.plain().command(RawPush.ZERO, commit, ref).pack(work.pack(commit)).body();
    return GitHttp.post(at(server), GitHttp.RECEIVE, body);
  }

  /** All served data can be read, and is what was promised. */
  void assertServed(ServerProcess server) {
    if (!served.equals(RawPush.ZERO)) {
      assertThat(GitHttp.advertised(at(server), GitHttp.UPLOAD).toString())
          .contains(served + " " + MAIN);
    }
  }

  /** Nothing of what was refused is on disk. */
  void assertNothingIsLeft() throws IOException {
    Path quarantine = data.resolve("git/quarantine");
    if (Files.isDirectory(quarantine)) {
      try (Stream<Path> rooms = Files.list(quarantine)) {
        assertThat(rooms).as("quarantine").isEmpty();
      }
    }
  }

  long packs() throws IOException {
    Path families = data.resolve("git/families");
    if (!Files.isDirectory(families)) {
      return 0;
    }
    try (Stream<Path> files = Files.walk(families)) {
      return files.filter(file -> file.toString().endsWith(".pack")).count();
    }
  }

  void assertSound(ServerProcess.Builder stopped) {
    try (ServerProcess doctor = stopped.arguments("doctor").launch()) {
      int exit = doctor.awaitExit();
      assertThat(exit).as(String.join("\n", doctor.output())).isZero();
    }
  }
}
