package dev.graspd.server.migrate.ngit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.graspd.core.nostr.Event;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of ngit-grasp, whole and damaged. */
class OldFilesTest {
  private static final int PAGE = 4_096;

  @TempDir private Path directory;
  private OldServer old;

  @BeforeEach
  void unpack() throws IOException {
    old = OldServerFixture.unpack(directory);
  }

  // ---- events

  @Test
  void everyEventIsReadWithItsId() throws IOException {
    List<Event> events = new ArrayList<>();
    LmdbFile.Summary summary = read(database(), events);
    assertThat(summary.damaged()).isZero();
    assertThat(events).extracting(Event::kind).contains(30_617, 30_618, 1_618, 1_621, 1_111, 5, 0);
    assertThat(events).allMatch(event -> event.body().hasId(event.id()));
    assertThat(events).anyMatch(event -> event.content().equals("é « ok »\nsecond line"));
  }

  @Test
  void readingChangesNoByteAndCreatesNoFile() throws IOException {
    byte[] before = Files.readAllBytes(database());
    read(database(), new ArrayList<>());
    assertThat(Files.readAllBytes(database())).isEqualTo(before);
    try (var files = Files.list(old.relay())) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder(
              "data.mdb", "lock.mdb", "holding", "tombstones", "replaceable-history");
    }
  }

  @Test
  void truncatedDatabaseGivesWhatIsLeftAndCountsTheRest() throws IOException {
    byte[] whole = Files.readAllBytes(database());
    List<Event> all = new ArrayList<>();
    read(database(), all);
    for (int pages = 2; pages < whole.length / PAGE; pages++) {
      Files.write(database(), Arrays.copyOf(whole, pages * PAGE));
      List<Event> some = new ArrayList<>();
      LmdbFile.Summary summary = read(database(), some);
      assertThat(all).containsAll(some);
      assertThat(summary.damaged() > 0).isEqualTo(some.size() < all.size());
    }
  }

  @Test
  void changedBytesOfADatabaseEndNothing() throws IOException {
    byte[] whole = Files.readAllBytes(database());
    Random random = new Random(17);
    for (int round = 0; round < 300; round++) {
      byte[] bad = whole.clone();
      for (int i = 0; i < 40; i++) {
        bad[random.nextInt(2 * PAGE, bad.length)] = (byte) random.nextInt();
      }
      Files.write(database(), bad);
      assertThat(read(database(), new ArrayList<>()).read()).isLessThan(1_000);
    }
  }

  @Test
  void otherFilesAreNoDatabase() throws IOException {
    for (int bytes : new int[] {0, 1, 100, PAGE, 3 * PAGE}) {
      Files.write(database(), new byte[bytes]);
      assertThatThrownBy(() -> LmdbFile.open(database()).close())
          .isInstanceOf(IOException.class)
          .hasMessageContaining("no LMDB file");
    }
  }

  private Path database() {
    return old.relay().resolve(OldServer.DATABASE);
  }

  private static LmdbFile.Summary read(Path file, List<Event> events) throws IOException {
    try (LmdbFile lmdb = LmdbFile.open(file)) {
      return lmdb.forEach((key, value) -> {
        if (key.length == 32) {
          NostrLmdbEvent.decode(value).ifPresent(events::add);
        }
      });
    }
  }

  // ---- records

  @Test
  void damagedRecordsAreNoEvents() throws IOException {
    byte[] record = anyRecord();
    assertThat(NostrLmdbEvent.decode(record)).isPresent();
    for (int length = 0; length < record.length / 2; length++) {
      assertThat(NostrLmdbEvent.decode(Arrays.copyOf(record, length))).isEmpty();
    }
    Random random = new Random(18);
    for (int round = 0; round < 5_000; round++) {
      byte[] bad = record.clone();
      bad[random.nextInt(bad.length)] = (byte) random.nextInt();
      assertThat(NostrLmdbEvent.decode(bad))
          .satisfiesAnyOf(one -> assertThat(one).isEmpty(), one -> assertThat(one).isPresent());
    }
  }

  @Test
  void hugeLengthIsNoEvent() throws IOException {
    byte[] record = anyRecord();
    for (int at = 0; at + 4 <= record.length; at += 4) {
      byte[] bad = record.clone();
      ByteBuffer.wrap(bad).order(ByteOrder.LITTLE_ENDIAN).putInt(at, 0xFFFF_FFF0);
      NostrLmdbEvent.decode(bad)
          .ifPresent(event -> assertThat(event.json().length).isLessThan(4 * record.length));
    }
    assertThat(NostrLmdbEvent.decode(new byte[1_000])).isEmpty();
  }

  private byte[] anyRecord() throws IOException {
    List<byte[]> records = new ArrayList<>();
    try (LmdbFile lmdb = LmdbFile.open(database())) {
      lmdb.forEach((key, value) -> {
        if (key.length == 32) {
          records.add(value);
        }
      });
    }
    return records.getFirst();
  }

  // ---- saved events

  @Test
  void heldEventsHaveTheirTime() throws IOException {
    SavedEvents saved =
        SavedEvents.parse(Files.readAllBytes(old.git().resolve("purgatory-state.json")));
    assertThat(saved.isDamaged()).isFalse();
    assertThat(saved.events()).extracting(one -> one.event().kind()).contains(30_617, 30_618);
    assertThat(saved.events()).allMatch(one -> one.waitSeconds().orElse(0) > 0);
  }

  @Test
  void placeholderIsCountedAndDamageIsSaid() {
    assertThat(parsed("{\"pr_events\":{\"a\":{\"event\":null,\"commit\":\"x\"}}}"))
        .isEqualTo(new SavedEvents(List.of(), 1, false));
    assertThat(parsed("{\"event\":{\"id\":\"x\"}}")).isEqualTo(new SavedEvents(List.of(), 0, true));
    assertThat(parsed("{\"event\":").isDamaged()).isTrue();
    assertThat(parsed("[".repeat(1_000)).isDamaged()).isTrue();
    assertThat(SavedEvents.parse(new byte[] {(byte) 0xFF}).isDamaged()).isTrue();
    assertThat(parsed("")).isEqualTo(new SavedEvents(List.of(), 0, false));
    assertThat(parsed("{\"expires_at_offset_secs\":9}").events()).isEmpty();
  }

  private static SavedEvents parsed(String text) {
    return SavedEvents.parse(text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void timeBelongsToTheEventBeforeIt() throws IOException {
    SavedEvents whole =
        SavedEvents.parse(Files.readAllBytes(old.git().resolve("purgatory-state.json")));
    String event = new String(whole.events().getFirst().event().json(), StandardCharsets.UTF_8);
    assertThat(parsed("{\"event\":%s,\"expires_at_offset_secs\":7}".formatted(event)).events())
        .containsExactly(
            new SavedEvents.Saved(whole.events().getFirst().event(), OptionalLong.of(7)));
  }

  // ---- repositories

  @Test
  void viewsAndTheirRefsAreFound() throws IOException {
    List<OldServer.View> views = old.views();
    assertThat(views)
        .extracting(view -> view.address().identifier().text())
        .containsExactlyInAnyOrder("tool", "waits");
    OldServer.View tool =
        views.stream()
            .filter(view -> view.address().identifier().text().equals("tool"))
            .findFirst()
            .orElseThrow();
    OldRefs refs = OldRefs.read(tool.directory());
    assertThat(refs.refs().keySet())
        .extracting(Object::toString)
        .anyMatch(name -> name.contains("refs/heads/main"))
        .anyMatch(name -> name.contains("refs/tags/v1"))
        .anyMatch(name -> name.contains("refs/nostr/"));
    assertThat(refs.head()).isPresent();
    assertThat(refs.isCut()).isFalse();
    assertThat(old.objectsOf(tool.address().identifier()))
        .as("objects move from repositories into the family")
        .containsExactly(
            tool.directory().resolve("objects"),
            old.git().resolve(".grasp/families/sha1/tool.git/objects"));
  }

  @Test
  void packedRefsAreReadAndLooseOnesWin() throws IOException {
    Path one = Files.createDirectories(directory.resolve("one"));
    Files.createDirectories(one.resolve("refs/heads"));
    Files.writeString(
        one.resolve("packed-refs"),
        "# pack-refs with: peeled\n%s refs/heads/main\n%s refs/tags/v1\n^%s\nnonsense refs/heads/x\n"
            .formatted("1".repeat(40), "2".repeat(40), "3".repeat(40)));
    Files.writeString(one.resolve("refs/heads/main"), "4".repeat(40) + "\n");
    Files.writeString(one.resolve("refs/heads/sym"), "ref: refs/heads/main\n");
    OldRefs refs = OldRefs.read(one);
    assertThat(refs.refs().values())
        .extracting(Object::toString)
        .containsExactly("4".repeat(40), "2".repeat(40));
    assertThat(refs.odd()).containsExactlyInAnyOrder("refs/heads/x", "refs/heads/sym");
    assertThat(refs.head()).isEmpty();
  }

  @Test
  void symbolicLinksAreNotFollowed() throws IOException {
    Path outside = Files.createDirectories(directory.resolve("outside/refs/heads"));
    Files.writeString(outside.resolve("main"), "1".repeat(40));
    Path one = Files.createDirectories(directory.resolve("linked"));
    Files.createSymbolicLink(one.resolve("refs"), outside.resolve(".."));
    Files.createSymbolicLink(one.resolve("packed-refs"), outside.resolve("main"));
    Files.createSymbolicLink(one.resolve("HEAD"), outside.resolve("main"));
    assertThat(OldRefs.read(one).refs()).isEmpty();
    Path owner = old.views().getFirst().directory().resolveSibling("linked.git");
    Files.createSymbolicLink(owner, directory.resolve("outside"));
    assertThat(old.views()).hasSize(2);
  }

  @Test
  void tooManyRefsAreCut() throws IOException {
    Path one = Files.createDirectories(directory.resolve("many"));
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < OldRefs.REFS_MAX + 10; i++) {
      lines.append("1".repeat(40)).append(" refs/heads/b").append(i).append('\n');
    }
    Files.writeString(one.resolve("packed-refs"), lines);
    OldRefs refs = OldRefs.read(one);
    assertThat(refs.isCut()).isTrue();
    assertThat(refs.refs()).hasSize(OldRefs.REFS_MAX);
  }

  @Test
  void refsWithoutANameAreAllCounted() throws IOException {
    Path one = Files.createDirectories(directory.resolve("odd"));
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < OldRefs.ODD_MAX + 7; i++) {
      lines.append("1".repeat(40)).append(" refs/heads/b..").append(i).append('\n');
    }
    Files.writeString(one.resolve("packed-refs"), lines);
    OldRefs refs = OldRefs.read(one);
    assertThat(refs.odd()).hasSize(OldRefs.ODD_MAX);
    assertThat(refs.oddMore()).isEqualTo(7);
    assertThat(refs.count()).isEqualTo(OldRefs.ODD_MAX + 7);
  }

  /** Sparse, so that it costs the disk nothing. */
  @Test
  void lineWithoutAnEndTakesNoMemory() throws IOException {
    Path one = Files.createDirectories(directory.resolve("long"));
    Path file = one.resolve("packed-refs");
    String valid = "1".repeat(40) + " refs/heads/main\n";
    Files.writeString(file, valid + "2".repeat(40) + " refs/heads/");
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      int _ = channel.write(ByteBuffer.wrap(new byte[] {'\n'}), 1L << 26);
    }
    OldRefs refs = OldRefs.read(one);
    assertThat(refs.refs().keySet())
        .extracting(Object::toString)
        .containsExactly("refs/heads/main");
    assertThat(refs.odd()).containsExactly("a line of packed-refs with more than 4096 bytes");
  }

  // ---- the server

  @Test
  void newerLayoutIsUnknown() throws IOException {
    assertThat(old.isThere()).isTrue();
    assertThat(old.isKnownLayout()).isTrue();
    Files.writeString(old.git().resolve(".grasp/storage-version"), "2\n");
    assertThat(old.isKnownLayout()).isFalse();
    assertThat(new OldServer(directory.resolve("no"), directory.resolve("no")).isThere()).isFalse();
  }

  @Test
  void lockOnTheFirstByteIsARunningServer() throws IOException {
    assertThat(old.isRunning()).isFalse();
    try (FileChannel channel =
            FileChannel.open(old.relay().resolve("lock.mdb"), StandardOpenOption.WRITE);
        FileLock lock = channel.lock(0, 1, false)) {
      assertThat(lock.isValid()).isTrue();
      assertThat(old.isRunning()).isTrue();
    }
    assertThat(old.isRunning()).isFalse();
  }
}
