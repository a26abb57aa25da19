package dev.graspd.server.git.ingest.pack;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.graspd.server.family.objects.PackDelivery;
import dev.graspd.server.git.ingest.budget.CheckLimits;
import dev.graspd.server.git.ingest.budget.EntryRoom;
import dev.graspd.server.git.ingest.budget.IngestFixture;
import dev.graspd.server.git.ingest.budget.IngestLimits;
import dev.graspd.server.git.objects.Digests;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Trees of deltas that git itself would not write, and damage at random. */
class DeltaResolverTest {
  private static final int OBJECT_BYTES = 60_000;

  @TempDir Path temporary;
  private IngestFixture bench;

  @BeforeEach
  void begin() {
    IngestLimits tight =
        new IngestLimits(1L << 30, 1 << 16, 1 << 16, 2_000_000, 10, 4_095, CheckLimits.DEFAULT, 0);
    bench = new IngestFixture(temporary.resolve("git"), tight);
  }

  @Test
  void basesThatNoLongerFitInMemoryAreMadeAgain() throws IOException {
    PackBuilder builder = new PackBuilder();
    byte[] content = new byte[OBJECT_BYTES];
    new Random(3).nextBytes(content);
    long base = builder.offset();
    builder.object(PackBuilder.BLOB, content);
    int objects = 1;
    // Each level has a child beside the next level, so all levels are needed until the end.
    for (int level = 0; level < 12; level++) {
      builder.deltaOn(base, changed(2 * level));
      long next = builder.offset();
      builder.deltaOn(base, changed(2 * level + 1));
      base = next;
      objects += 2;
    }
    publish(builder.pack());
    assertThat(bench.countObjects()).isEqualTo(objects);
    assertThat(bench.verifyPacks()).isEmpty();
  }

  /** A delta that keeps all but the first byte. */
  private static byte[] changed(int value) {
    ByteArrayOutputStream delta = new ByteArrayOutputStream();
    delta.writeBytes(PackBuilder.varint(OBJECT_BYTES));
    delta.writeBytes(PackBuilder.varint(OBJECT_BYTES));
    delta.write(2);
    delta.write(value);
    delta.write(value >> 8);
    int rest = OBJECT_BYTES - 2;
    delta.writeBytes(new byte[] {(byte) 0xb1, 2, (byte) rest, (byte) (rest >> 8)});
    return delta.toByteArray();
  }

  @Test
  void deltasByIdMayComeBeforeTheirBasesAndOnOtherDeltas() throws IOException {
    byte[] one = "one".getBytes(UTF_8);
    byte[] two = "two".getBytes(UTF_8);
    byte[] three = "three".getBytes(UTF_8);
    byte[] pack =
        new PackBuilder()
            .deltaOn(id(two), PackBuilder.replacing(3, three))
            .deltaOn(id(one), PackBuilder.replacing(3, two))
            .object(PackBuilder.BLOB, one)
            .pack();
    publish(pack);
    assertThat(bench.countObjects()).isEqualTo(3);
    assertThat(bench.verifyPacks()).isEmpty();
  }

  @Test
  void deltasThatAreBuiltOnEachOtherAreRefused() throws IOException {
    byte[] one = "one".getBytes(UTF_8);
    byte[] two = "two".getBytes(UTF_8);
    byte[] pack =
        new PackBuilder()
            .deltaOn(id(two), PackBuilder.replacing(3, one))
            .deltaOn(id(one), PackBuilder.replacing(3, two))
            .pack();
    assertThat(bench.refusal(pack)).startsWith("the push lacks an object: base ");
    assertThat(bench.files()).isEmpty();
  }

  @Test
  void chainOfDeltasByIdIsCountedToo() throws IOException {
    IngestLimits shallow =
        new IngestLimits(1L << 30, 1 << 16, 1 << 16, 100, 10, 3, CheckLimits.DEFAULT, 0);
    bench = new IngestFixture(temporary.resolve("git"), shallow);
    PackBuilder builder = new PackBuilder().object(PackBuilder.BLOB, "0000");
    for (int i = 1; i <= 4; i++) {
      byte[] before = "%04d".formatted(i - 1).getBytes(UTF_8);
      builder.deltaOn(id(before), PackBuilder.replacing(4, "%04d".formatted(i).getBytes(UTF_8)));
    }
    assertThat(bench.refusal(builder.pack()))
        .isEqualTo("the pack asks for too much work: a chain of deltas is longer than 3");
  }

  @Test
  void damageWithARightChecksumIsNeverMoreThanARefusal() throws IOException {
    PackBuilder builder = new PackBuilder();
    long base = builder.offset();
    builder.object(PackBuilder.BLOB, "some text that is long enough");
    builder.deltaOn(base, PackBuilder.replacing(29, "other".getBytes(UTF_8)));
    builder.deltaOn(id("other".getBytes(UTF_8)), PackBuilder.replacing(5, new byte[] {1}));
    byte[] pack = builder.pack();
    Random random = new Random(11);
    int refused = 0;
    for (int i = 0; i < 1_000; i++) {
      byte[] damaged = pack.clone();
      damaged[random.nextInt(4, pack.length - 20)] = (byte) random.nextInt(256);
      rehash(damaged);
      switch (bench.take(damaged)) {
        case PackIngest.Outcome.Taken(var delivery) -> delivery.close();
        case PackIngest.Outcome.Refused _ -> refused++;
      }
    }
    assertThat(refused).isGreaterThan(500);
    assertThat(bench.files()).isEmpty();
  }

  private static void rehash(byte[] pack) {
    var digest = Digests.sha1();
    digest.update(pack, 0, pack.length - 20);
    System.arraycopy(digest.digest(), 0, pack, pack.length - 20, 20);
  }

  @Test
  void manyObjectsOfManyPushesShareOneRoom() throws IOException {
    EntryRoom room = new EntryRoom(EntryRoom.BLOCK_ENTRIES);
    try (EntryRoom.Share first = room.share();
        EntryRoom.Share second = room.share()) {
      first.grow(EntryRoom.BLOCK_ENTRIES);
      first.grow(2 * EntryRoom.BLOCK_ENTRIES);
      assertThat(catchThrowable(() -> second.grow(EntryRoom.BLOCK_ENTRIES)))
          .hasMessageContaining("server is busy");
    }
    try (EntryRoom.Share third = room.share()) {
      third.grow(EntryRoom.BLOCK_ENTRIES);
    }
  }

  private void publish(byte[] pack) throws IOException {
    try (PackDelivery delivery = bench.taken(pack)) {
      delivery.store();
      delivery.keep();
    }
  }

  private static byte[] id(byte[] blob) {
    byte[] header = ("blob " + blob.length + "\0").getBytes(UTF_8);
    var digest = Digests.sha1();
    digest.update(header);
    return digest.digest(blob);
  }
}
