package dev.graspd.server.migrate.ngit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Archives of deleted repositories, whole and hostile (M-4). */
class KeptArchiveTest {
  private static final int BLOCK = 512;
  private static final String OBJECT = "objects/ab/" + "c".repeat(38);
  private static final String PACK = "objects/pack/pack-" + "d".repeat(40) + ".pack";

  @TempDir private Path directory;
  private Path objects;
  private final ByteArrayOutputStream tar = new ByteArrayOutputStream();

  @BeforeEach
  void prepare() throws IOException {
    objects = Files.createDirectories(directory.resolve("into/objects"));
  }

  /** Adds a file to the archive. */
  private KeptArchiveTest entry(char type, String name, String content) {
    return entry(type, name, content, "%011o".formatted(content.length()));
  }

  private KeptArchiveTest entry(char type, String name, String content, String size) {
    byte[] head = new byte[BLOCK];
    put(head, 0, name);
    put(head, 124, size);
    head[156] = (byte) type;
    put(head, 157, "../../outside");
    put(head, 257, "ustar");
    tar.writeBytes(head);
    byte[] bytes = content.getBytes(StandardCharsets.ISO_8859_1);
    tar.writeBytes(Arrays.copyOf(bytes, (bytes.length + BLOCK - 1) / BLOCK * BLOCK));
    return this;
  }

  private static void put(byte[] head, int at, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
    System.arraycopy(bytes, 0, head, at, Math.min(bytes.length, 100));
  }

  private Path file() throws IOException {
    tar.writeBytes(new byte[2 * BLOCK]);
    return file(tar.toByteArray());
  }

  private Path file(byte[] bytes) throws IOException {
    Path file = directory.resolve("kept.tar.gz");
    try (GZIPOutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
      out.write(bytes);
    }
    return file;
  }

  private int unpack() throws IOException {
    return KeptArchive.unpack(file(), objects, KeptArchive.Limits.DEFAULT);
  }

  private List<String> written() throws IOException {
    try (Stream<Path> all = Files.walk(directory.resolve("into"))) {
      return all.filter(path -> !Files.isDirectory(path))
          .map(path -> directory.resolve("into").relativize(path).toString())
          .sorted()
          .toList();
    }
  }

  @Test
  void objectsAndPacksAreTakenAndNothingElse() throws IOException {
    entry('5', "tool.git/objects/", "")
        .entry('0', "tool.git/" + OBJECT, "object")
        .entry('\0', "./tool.git/" + PACK, "x".repeat(700))
        .entry('0', "tool.git/config", "[core]")
        .entry('0', "tool.git/hooks/post-update", "rm -rf /")
        .entry('0', "tool.git/objects/info/alternates", "/etc");
    assertThat(unpack()).isEqualTo(2);
    assertThat(written()).containsExactly(OBJECT, PACK);
    assertThat(Files.readString(directory.resolve("into").resolve(OBJECT))).isEqualTo("object");
    assertThat(Files.size(directory.resolve("into").resolve(PACK))).isEqualTo(700);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "../tool.git/objects/ab/cccccccccccccccccccccccccccccccccccccc",
        "/tool.git/objects/ab/cccccccccccccccccccccccccccccccccccccc",
        "tool.git/../objects/ab/cccccccccccccccccccccccccccccccccccccc",
        "tool.git/objects/../../../outside",
        "tool.git/objects/ab/../../../../outsideeeeeeeeeeeeeeeeee",
        "tool.git/objects/pack/pack-dddddddddddddddddddddddddddddddddddddddd.rev",
        "tool.git/objects/AB/cccccccccccccccccccccccccccccccccccccc",
        "tool.git/objects/ab/cccccccccccccccccccccccccccccccccccccc/x",
      })
  void pathsThatAreNoObjectsAreNotWritten(String name) throws IOException {
    entry('0', name, "bad");
    assertThat(unpack()).isZero();
    assertThat(written()).isEmpty();
  }

  /** Hard and symbolic links, devices and pipes. */
  @ParameterizedTest
  @ValueSource(chars = {'1', '2', '3', '4', '6', '7', 'S', 'g'})
  void onlyRegularFilesAreWritten(char type) throws IOException {
    entry(type, "tool.git/" + OBJECT, "");
    assertThat(unpack()).isZero();
    assertThat(written()).isEmpty();
  }

  @Test
  void longNamesAreReadFromBothOfTheirForms() throws IOException {
    String identifier = "i".repeat(120) + ".git/";
    entry('L', "././@LongLink", identifier + OBJECT + "\0").entry('0', "cut", "one");
    String path = " path=" + identifier + PACK + "\n";
    entry('x', "pax", (path.length() + 3) + path).entry('0', "cut", "two");
    assertThat(unpack()).isEqualTo(2);
    assertThat(written()).containsExactly(OBJECT, PACK);
  }

  @Test
  void longNameCannotLeadOutside() throws IOException {
    entry('L', "././@LongLink", "tool.git/objects/../../../outside\0").entry('0', "cut", "bad");
    assertThat(unpack()).isZero();
    assertThat(written()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"77777777777", "-0000000001", "zzzzzzzzzzz"})
  void sizeThatCannotBeIsAFault(String size) {
    entry('0', "tool.git/" + OBJECT, "x", size);
    assertThatThrownBy(() -> unpackWith(new KeptArchive.Limits(1 << 20, 10)))
        .isInstanceOf(KeptArchive.DamagedException.class);
  }

  private int unpackWith(KeptArchive.Limits limits) throws IOException {
    return KeptArchive.unpack(file(), objects, limits);
  }

  @Test
  void bytesAndFilesAreLimited() throws IOException {
    for (int i = 0; i < 20; i++) {
      entry('0', "tool.git/objects/ab/" + "%038d".formatted(i), "x".repeat(1_000));
    }
    assertThatThrownBy(() -> unpackWith(new KeptArchive.Limits(10_000, 100)))
        .isInstanceOf(KeptArchive.DamagedException.class)
        .hasMessageContaining("larger than 10000 bytes");
    assertThat(written()).hasSizeLessThan(10);
    assertThatThrownBy(() -> unpackWith(new KeptArchive.Limits(1 << 20, 5)))
        .hasMessageContaining("more than 5 files");
  }

  @Test
  void archiveThatEndsEarlyIsAFault() throws IOException {
    entry('0', "tool.git/" + OBJECT, "x".repeat(2_000));
    byte[] whole = tar.toByteArray();
    Path file = file(Arrays.copyOf(whole, 1_000));
    assertThatThrownBy(() -> KeptArchive.unpack(file, objects, KeptArchive.Limits.DEFAULT))
        .isInstanceOf(EOFException.class);
    Path noGzip = Files.write(directory.resolve("plain"), whole);
    assertThatThrownBy(() -> KeptArchive.unpack(noGzip, objects, KeptArchive.Limits.DEFAULT))
        .isInstanceOf(IOException.class);
  }

  @Test
  void archiveOfTheRealServerIsFoundAndHasNoObjects() throws IOException {
    OldServer old = OldServerFixture.unpack(directory.resolve("old"));
    String npub = "npub1nxt6f97evn7p5c5gtvz62ytx5edfphcqfykg6l8kr44vea2gqwlqfehw73";
    String name = npub + "/gone-1794995851.tar.gz";
    Path archive = KeptArchive.find(old, name).orElseThrow();
    assertThat(KeptArchive.unpack(archive, objects, KeptArchive.Limits.DEFAULT)).isZero();
    assertThat(KeptArchive.find(old, "../.archive/" + name)).isEmpty();
    assertThat(KeptArchive.find(old, npub + "/../" + name)).isEmpty();
    assertThat(KeptArchive.find(old, npub + "/none.tar.gz")).isEmpty();
    assertThat(KeptArchive.find(old, "")).isEmpty();
    Path link = archive.resolveSibling("link.tar.gz");
    Files.createSymbolicLink(link, archive);
    assertThat(KeptArchive.find(old, npub + "/link.tar.gz")).isEmpty();
  }
}
