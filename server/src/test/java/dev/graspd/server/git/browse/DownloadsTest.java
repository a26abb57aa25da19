package dev.graspd.server.git.browse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.server.git.download.Downloads;
import dev.graspd.server.git.objects.Digests;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Downloads have the bytes that C git writes. */
final class DownloadsTest {
  @TempDir Path directory;

  private CodeFixture fixture;

  @BeforeEach
  void open() throws IOException {
    fixture = new CodeFixture(directory);
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  private void assertSameTar() throws IOException {
    try (CodeReader code = fixture.open()) {
      ByteArrayOutputStream tar = new ByteArrayOutputStream();
      assertThat(
              Downloads.of(code)
                  .write(
                      fixture.oid("main"),
                      Downloads.Format.TAR,
                      "tool-1.0/",
                      tar,
                      CodeFixture.plenty()))
          .isTrue();
      byte[] byGit =
          fixture
              .git
              .run(new byte[0], "archive", "--format=tar", "--prefix=tool-1.0/", "main")
              .out();
      assertThat(tar.toByteArray()).isEqualTo(byGit);
    }
  }

  @Test
  void tarOfAllKindsOfEntriesIsThatOfGit() throws IOException {
    Path work = fixture.git.directory();
    Files.createSymbolicLink(work.resolve("link"), Path.of("a.txt"));
    Files.createSymbolicLink(work.resolve("long-link"), Path.of("x".repeat(150)));
    Files.writeString(work.resolve("run"), "#!/bin/sh\n");
    fixture.git.git("add", ".");
    fixture.git.git("update-index", "--chmod=+x", "run");
    fixture.git.git("update-index", "--add", "--cacheinfo", "160000," + "1".repeat(40) + ",module");
    fixture.git.commit("a.txt", "content\n");
    fixture.git.commit("empty", "");
    fixture.git.commit("block", "x".repeat(512));
    fixture.git.commit("deep/er/and/deeper.txt", "x");
    fixture.git.commit("sp ace/ünï", "x");
    assertSameTar();
  }

  @Test
  void namesOfEveryLengthAreWrittenAsGitWritesThem() throws IOException {
    for (int length : new int[] {80, 88, 89, 90, 91, 92, 99, 100, 101, 120}) {
      fixture.git.commit("n" + "x".repeat(length), "x" + length);
      fixture.git.commit("d" + "y".repeat(length) + "/f", "x" + length);
      fixture.git.commit("p/" + "z".repeat(60) + "/" + "w".repeat(length) + "/f", "x" + length);
      fixture.git.commit(
          "q/" + "z".repeat(95) + "/" + "v".repeat(60) + "/" + "w".repeat(length), "x" + length);
    }
    assertSameTar();
  }

  @Test
  void ignoredFilesAreLeftOut() throws IOException {
    fixture.git.commit("a/secret", "x");
    fixture.git.commit("a/b/c", "x");
    fixture.git.commit("docs/x", "x");
    fixture.git.commit("keep.log", "x");
    fixture.git.commit("drop.log", "x");
    fixture.git.commit("a/.gitattributes", "secret export-ignore\nb export-ignore\n");
    fixture.git.commit(
        ".gitattributes", "*.log export-ignore\nkeep.log -export-ignore\n/docs export-ignore\n");
    assertSameTar();
  }

  /** W-71: what attributes change on the way out of git. */
  @Test
  void filesAreChangedByAttributesAsGitChangesThem() throws IOException {
    fixture.git.commit("lines.bat", "a\nb\r\nc\n\nd");
    fixture.git.commit("auto.txt", "a\nb\n");
    fixture.git.commit("mixed.txt", "a\r\nb\n");
    fixture.git.commit("nul.txt", "a\0\nb\n");
    fixture.git.commit("odd.txt", "\u0001\u0002\n" + "x".repeat(120) + "\n");
    fixture.git.commit("fine.txt", "\u0001\n" + "x".repeat(130) + "\n\u001a");
    fixture.git.commit("raw.bat2", "a\nb\n");
    fixture.git.commit("picture.bin", "a\nb\n");
    fixture.git.commit("plain.mac", "a\nb\n");
    fixture.git.commit(
        "x.id",
        "$Id$ $Id: old $ $Id: of another system $ $Id:x$ $Id:$ $Idx$ $Id: line\n$ $$Id$ $Id");
    fixture.git.commit("both.c", "$Id$\n$Format:%H$\n");
    fixture.git.commit("sub/.gitattributes", "*.bat -text\n");
    fixture.git.commit("sub/lines.bat", "a\nb\n");
    fixture.git.commit(
        ".gitattributes",
        """
        [attr]dos eol=crlf
        *.bat eol=crlf
        *.bat2 eol=crlf -text
        *.txt text=auto eol=crlf
        *.bin eol=crlf
        *.bin binary
        *.mac dos
        *.id ident
        *.c ident eol=crlf export-subst
        """);
    assertSameTar();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "first line\nsecond line\n\n\nbody\n\nmore\n",
        "\n\n  only a subject  \n",
        "no end",
        "",
        "gr\u00fcn \ud83d\ude00\n\nbody"
      })
  void formatsSayOfACommitWhatGitSays(String message) throws IOException {
    String formats =
        "$Format:%H|%T|%P|%an|%ae|%al|%ad|%aD|%at|%ai|%as|%cn|%ce|%cl|%cd|%cD|%ct|%ci|%cs$ "
            + "$Format:<%s><%b><%B>%n%%%x41 $ $Format:$ $Format: open";
    fixture.git.commit("a.sub", formats);
    fixture.git.commit(".gitattributes", "*.sub export-subst\n");
    String tree = fixture.git.git("rev-parse", "main^{tree}");
    String commit =
        "tree "
            + tree
            + "\nparent "
            + fixture.oid("main").hex()
            + "\nauthor A  B <a.b@example.org> 1234567890 -0330"
            + "\ncommitter C <c> 1700000005 +0545\n\n"
            + message;
    String id =
        fixture
            .git
            .run(
                commit.getBytes(StandardCharsets.UTF_8),
                "hash-object",
                "-w",
                "-t",
                "commit",
                "--stdin")
            .text()
            .strip();
    fixture.git.git("update-ref", "refs/heads/main", id);
    assertSameTar();
  }

  /** The same commit gives the same bytes on every server, whatever else that has. */
  @Test
  void formatsThatDependOnMoreThanTheCommitStayAsTheyAre() throws IOException {
    String formats = "$Format:%H %h$ $Format:%d$ $Format:%ar$ $Format:%N$ $Format:%$ $Format:%q$\n";
    fixture.git.commit(".gitattributes", "*.sub export-subst\n");
    fixture.git.commit("a.sub", formats);
    assertThat(new String(written(Downloads.Format.TAR), StandardCharsets.UTF_8)).contains(formats);
  }

  @Test
  void compressedTarIsTheTarWithoutTimeAndName() throws IOException {
    fixture.git.commit("a.txt", "content\n".repeat(1_000));
    byte[] packed = written(Downloads.Format.TAR_GZ);
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(packed))) {
      assertThat(in.readAllBytes()).isEqualTo(written(Downloads.Format.TAR));
    }
    // Magic, deflate, no flags, no time.
    assertThat(Arrays.copyOf(packed, 8)).containsExactly(0x1f, 0x8b, 8, 0, 0, 0, 0, 0);
  }

  @Test
  void zipHasAllEntriesAndTheTimeOfTheCommit() throws IOException {
    Files.createSymbolicLink(fixture.git.directory().resolve("link"), Path.of("a.txt"));
    fixture.git.git("add", ".");
    fixture.git.commit("a.txt", "content\n".repeat(1_000));
    fixture.git.commit("d/ünï", "");
    Path zip = Files.write(directory.resolve("x.zip"), written(Downloads.Format.ZIP));
    SortedMap<String, String> entries = new TreeMap<>();
    try (ZipFile file = new ZipFile(zip.toFile())) {
      assertThat(file.getComment()).isEqualTo(fixture.oid("main").hex());
      for (ZipEntry entry : Collections.list(file.entries())) {
        try (InputStream in = file.getInputStream(entry)) {
          entries.put(entry.getName(), new String(in.readAllBytes(), StandardCharsets.UTF_8));
        }
        assertThat(entry.getTimeLocal().toEpochSecond(ZoneOffset.UTC))
            .isBetween(seconds("main") - 1, seconds("main"));
      }
    }
    assertThat(entries)
        .containsOnlyKeys("tool/", "tool/a.txt", "tool/d/", "tool/d/ünï", "tool/link")
        .containsEntry("tool/a.txt", "content\n".repeat(1_000))
        .containsEntry("tool/link", "a.txt");
  }

  /** Other people compare these bytes with a hash that they wrote down. */
  @Test
  void bytesOfADownloadNeverChange() throws IOException {
    fixture.importing(
        """
        commit refs/heads/main
        committer A <a@example.org> 1700000000 +0000
        data 5
        first
        M 100644 inline docs/text
        data <<END
        words, words, words and more words
        END
        M 100755 inline run
        data <<END
        #!/bin/sh
        END
        """);
    assertThat(hash(Downloads.Format.TAR_GZ))
        .isEqualTo("876291d342f9d7e90969d749ce74495844af58cec9ebe7355acd741bc1f2f55a");
    assertThat(hash(Downloads.Format.ZIP))
        .isEqualTo("0e5424db0eceec82aefe9f0e8d824f3463a1173b9b28e87e7669d802399b37da");
  }

  private String hash(Downloads.Format format) throws IOException {
    return HexFormat.of().formatHex(Digests.sha256().digest(written(format)));
  }

  private long seconds(String revision) {
    return Long.parseLong(fixture.git.git("log", "-1", "--format=%ct", revision));
  }

  private byte[] written(Downloads.Format format) throws IOException {
    try (CodeReader code = fixture.open()) {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      boolean isWhole =
          Downloads.of(code).write(fixture.oid("main"), format, "tool/", out, CodeFixture.plenty());
      assertThat(isWhole).isTrue();
      return out.toByteArray();
    }
  }

  @Test
  void sizeOfAllFilesIsKnownBefore() throws IOException {
    fixture.git.commit("a", "x".repeat(10_000));
    fixture.git.commit("b/c", "x".repeat(5_000));
    try (CodeReader code = fixture.open()) {
      Downloads downloads = Downloads.of(code);
      assertThat(downloads.contentBytes(fixture.oid("main"), CodeFixture.plenty()))
          .hasValue(15_000);
      assertThat(downloads.contentBytes(fixture.oid("main"), CodeFixture.steps(14_000))).isEmpty();
    }
  }

  @Test
  void treeThatIsTooDeepIsNoDownload() throws IOException {
    String stream =
        """
        commit refs/heads/main
        committer A <a@example.org> 1700000000 +0000
        data 0
        M 100644 inline %sfile
        data 1
        x
        """
            .formatted("d/".repeat(1_100));
    var _ = fixture.git.run(stream.getBytes(StandardCharsets.UTF_8), "fast-import", "--quiet");
    try (CodeReader code = fixture.open()) {
      assertThat(Downloads.of(code).contentBytes(fixture.oid("main"), CodeFixture.plenty()))
          .isEmpty();
    }
  }

  @Test
  void tooLargeOneEndsEarly() throws IOException {
    fixture.git.commit("large", "x".repeat(10_000));
    try (CodeReader code = fixture.open()) {
      ByteArrayOutputStream tar = new ByteArrayOutputStream();
      assertThat(
              Downloads.of(code)
                  .write(
                      fixture.oid("main"),
                      Downloads.Format.TAR,
                      "tool/",
                      tar,
                      CodeFixture.steps(5_000)))
          .isFalse();
      assertThat(tar.size()).isLessThan(5_000);
    }
  }
}
