package dev.graspd.system.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.graspd.core.nostr.Event;
import dev.graspd.testkit.Eventually;
import dev.graspd.testkit.ServerProcess;
import dev.graspd.testkit.client.Answer;
import dev.graspd.testkit.client.GitClient;
import dev.graspd.testkit.client.GitHttp;
import dev.graspd.testkit.client.RelayClient;
import dev.graspd.testkit.client.Texts;
import dev.graspd.testkit.suite.QuickStart;
import dev.graspd.testkit.suite.RelaySuite;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The data is on small disks that really get full (P7). A push is tried with a little more room
 * each time, so that room ends everywhere on its way: at each new name, in the store's transaction;
 * and once while the pack arrives. Needs root, to mount the disks.
 */
@Timeout(300)
class FullDiskTest extends RelaySuite {
  private static final int PAGE_BYTES = 4_096;
  private static final int PAGES_MAX = 200;
  private static final int LARGE_BYTES = 400_000;

  @TempDir Path temp;

  private Path disk;
  private Path relayDisk;
  private Path gitDisk;
  private final List<Path> mounted = new ArrayList<>();
  private DiskStory story;

  @BeforeEach
  void mount() throws IOException, InterruptedException {
    disk = temp.resolve("disk");
    relayDisk = mount("relay", "size=8m");
    gitDisk = mount("git", "size=32m,nr_inodes=200");
    story = new DiskStory(disk, GitClient.init(temp.resolve("work")), newKey(), newWord());
  }

  private Path mount(String name, String options) throws IOException, InterruptedException {
    Path at = Files.createDirectories(disk.resolve(name));
    int exit =
        new ProcessBuilder("mount", "-t", "tmpfs", "-o", options, "tmpfs", at.toString())
            .start()
            .waitFor();
    assumeTrue(exit == 0, "a small disk can only be mounted by root");
    mounted.add(at);
    return at;
  }

  @AfterEach
  void unmount() throws IOException, InterruptedException {
    for (Path at : mounted) {
      assertThat(new ProcessBuilder("umount", "-l", at.toString()).start().waitFor()).isZero();
    }
  }

  private ServerProcess.Builder hosting() {
    return QuickStart.hosting(disk, DiskStory.DOMAIN).environment("NGIT_MIN_FREE_DISK_BYTES", "0");
  }

  @Test
  void aFullDiskRefusesWritesLeavesNothingHalfAndRecovers() throws IOException {
    try (ServerProcess server = hosting().start()) {
      try (RelayClient relay = RelayClient.connect(server.uri())) {
        story.announce(relay);
        String first = story.signed(relay, PAGE_BYTES);
        assertThat(pushWithMoreAndMoreRoom(server, first, this::fillNames))
            .as("pushes that found no room for names")
            .isGreaterThan(8);
        String second = story.signed(relay, PAGE_BYTES + 1);
        assertThat(pushWithMoreAndMoreRoom(server, second, left -> fill(relayDisk, left)))
            .as("pushes that found no room in the store")
            // Free pages of the store itself make them fewer than the pages that a push writes.
            .isGreaterThan(1);
        fillsUpWhileAPackArrives(server, story.signed(relay, LARGE_BYTES));
        eventsAreRefusedAndReadingGoesOn(server, relay);
      }
      assertThat(server.terminate()).isZero();
    }
    story.assertSound(hosting());
  }

  /** Fills a disk but for so many pages or names; returns what has to be deleted again. */
  private interface Filler {
    List<Path> fill(int left) throws IOException;
  }

  /** Returns how often there was not enough. */
  private int pushWithMoreAndMoreRoom(ServerProcess server, String commit, Filler filler)
      throws IOException {
    long packs = story.packs();
    for (int left = 0; left < PAGES_MAX; left++) {
      List<Path> fillers = filler.fill(left);
      HttpResponse<byte[]> response = story.push(server, commit);
      if (DiskStory.isDone(response)) {
        delete(fillers);
        story.assertServed(server);
        return left;
      }
      assertRefused(response, left + " left");
      story.assertNothingIsLeft();
      assertThat(story.packs()).as("%s left", left).isEqualTo(packs);
      delete(fillers);
    }
    throw new AssertionError("it never worked; the server said " + server.output());
  }

  private static void assertRefused(HttpResponse<byte[]> response, String when) {
    assertThat(response.statusCode()).as("%s: %s", when, GitHttp.text(response)).isEqualTo(507);
    assertThat(GitHttp.text(response).strip()).isEqualTo("error: storage full");
  }

  private static List<Path> fill(Path disk, int pagesLeft) throws IOException {
    Path filler = disk.resolve("filler");
    long pages = Files.getFileStore(disk).getUsableSpace() / PAGE_BYTES - pagesLeft;
    byte[] page = new byte[PAGE_BYTES];
    try (var out = Files.newOutputStream(filler)) {
      for (long i = 0; i < pages; i++) {
        out.write(page);
      }
    } catch (IOException e) {
      // The server was quicker.
      assertThat(e).hasMessageContaining("No space left on device");
    }
    return List.of(filler);
  }

  private List<Path> fillNames(int left) throws IOException {
    List<Path> fillers = new ArrayList<>();
    try {
      while (true) {
        fillers.add(Files.createFile(gitDisk.resolve("filler-" + fillers.size())));
      }
    } catch (IOException e) {
      // None left.
      assertThat(e).hasMessageContaining("No space left on device");
    }
    for (int i = 0; i < left; i++) {
      Files.delete(fillers.removeLast());
    }
    return fillers;
  }

  private static void delete(List<Path> fillers) throws IOException {
    for (Path filler : fillers) {
      Files.delete(filler);
    }
  }

  /** The body of a push, half of which is sent when the server has begun to write. */
  private final class Interrupted extends InputStream {
    private final ByteArrayInputStream body;
    private boolean isFull;

    Interrupted(byte[] body) {
      this.body = new ByteArrayInputStream(body);
    }

    @Override
    public int read() {
      throw new UnsupportedOperationException();
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      if (!isFull && body.available() < LARGE_BYTES / 2) {
        isFull = true;
        while (!isArriving()) {
          Thread.onSpinWait();
        }
        List<Path> _ = fill(gitDisk, 0);
      }
      return body.read(bytes, offset, Math.min(length, LARGE_BYTES / 8));
    }
  }

  private boolean isArriving() throws IOException {
    try (Stream<Path> files = Files.walk(gitDisk.resolve("quarantine"))) {
      return files.anyMatch(file -> file.endsWith("incoming") && file.toFile().length() > 0);
    }
  }

  private void fillsUpWhileAPackArrives(ServerProcess server, String commit) throws IOException {
    byte[] body = story.body(commit);
    HttpResponse<byte[]> response =
        story.post(server, BodyPublishers.ofInputStream(() -> new Interrupted(body)));
    assertRefused(response, "while it arrives");
    story.assertServed(server);
    story.assertNothingIsLeft();
    Files.delete(gitDisk.resolve("filler"));
    assertThat(DiskStory.isDone(story.push(server, commit))).as("recovers").isTrue();
  }

  private void eventsAreRefusedAndReadingGoesOn(ServerProcess server, RelayClient relay)
      throws IOException {
    List<Path> fillers = fill(relayDisk, 0);
    List<Event> sent = new ArrayList<>();
    Answer.Ok answer = relay.publish(next(sent));
    while (answer.accepted()) {
      // What the store has freed before is used first.
      assertThat(sent).hasSizeLessThan(PAGES_MAX);
      answer = relay.publish(next(sent));
    }
    assertThat(answer.message()).startsWith("error: storage full; see ");
    Event last = sent.getLast();
    assertThat(relay.query(Texts.only(last)).events()).isEmpty();
    story.assertServed(server);
    String search = "{\"search\":\"" + story.named().identifier() + "\",\"kinds\":[30617]}";
    assertThat(relay.query(search).events()).as("what the index of words had").hasSize(1);
    delete(fillers);
    assertThat(relay.publish(last).accepted()).as("recovers without a restart").isTrue();
    assertThat(relay.query(Texts.only(last)).events()).hasSize(1);
    String found = "{\"search\":\"-nothing\",\"ids\":[\"" + last.id() + "\"]}";
    Eventually.await(() -> relay.query(found).events().size() == 1);
  }

  /** A pull request whose commit is here. */
  private Event next(List<Event> sent) {
    Event request = story.named().pullRequest(newKey(), story.served());
    sent.add(request);
    return request;
  }
}
