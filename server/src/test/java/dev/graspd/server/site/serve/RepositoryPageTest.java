package dev.graspd.server.site.serve;

import static dev.graspd.server.site.serve.SiteFixture.request;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.Refs;
import dev.graspd.server.charge.Payer;
import dev.graspd.server.git.objects.Layout;
import dev.graspd.server.site.page.SiteFrame;
import dev.graspd.server.site.page.StyleSheet;
import dev.graspd.server.web.site.SiteReply;
import dev.graspd.server.web.site.SiteRequest;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The first page of a repository. */
final class RepositoryPageTest {
  private static final long CACHE_BYTES = 1 << 20;

  @TempDir Path directory;

  private SiteFixture fixture;
  private SiteService site;

  @BeforeEach
  void open() throws IOException {
    fixture = new SiteFixture(directory);
    site = fixture.service(CACHE_BYTES);
    fixture.git.commit("README.md", "first words\n");
    fixture.publish();
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  private static SiteRequest knowing(SiteRequest request, SiteReply known) {
    return new SiteRequest(
        request.address(),
        Optional.of(String.valueOf(known.headers().get("ETag"))),
        Optional.empty(),
        true,
        false,
        Payer.operator());
  }

  private static String text(SiteReply reply) {
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(reply.body()))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void firstPageShowsTheFilesOfTheDefaultBranch() {
    SiteReply page = site.reply(request(""));
    assertThat(text(page))
        .contains("first words", "git clone https://x/tool.git", "/archive/HEAD.tar.gz");
    assertThat(site.reply(knowing(request(""), page)).status()).isEqualTo(304);
    fixture.refs = Refs.NONE;
    assertThat(text(site.reply(request("")))).contains("There is no code here yet");
  }

  private void write(String file, String content) throws IOException {
    Path path = fixture.git.directory().resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, content);
  }

  /** W-100: 30 KiB compressed, and two requests: the page and its style. */
  @Test
  void firstPageIsLightAndNeedsTheStyleAlone() throws IOException {
    for (int i = 0; i < 60; i++) {
      write("dir%02d/file%02d.c".formatted(i % 7, i), "int x%d;\n".formatted(i));
      write("file%02d.c".formatted(i), "int x%d;\n".formatted(i));
    }
    StringBuilder readme = new StringBuilder("# Tool\n");
    SplittableRandom words = new SplittableRandom(1);
    for (int i = 0; i < 1_000; i++) {
      readme.append("word").append(words.nextInt(500)).append(i % 12 == 11 ? "\n\n" : " ");
    }
    write("README.md", readme.toString());
    fixture.git.git("add", "-A");
    fixture.git.git("commit", "-q", "-m", "many");
    fixture.publish();
    SiteReply page = site.reply(request(""));
    assertThat(page.headers()).containsEntry("Content-Encoding", "gzip");
    assertThat(page.body().length).isBetween(2_000, 30 << 10);
    String html = text(page);
    assertThat(html.split("rel=\"stylesheet\"", -1)).hasSize(2);
    assertThat(html).doesNotContain("<img", "<script", "<iframe", "@import");
    assertThat(StyleSheet.load().text().length()).isLessThan(20 << 10);
    assertThat(StyleSheet.load().text()).doesNotContain("url(", "@import");
  }

  /** W-37. */
  @Test
  void firstPageSaysThatTheBranchOfHeadIsNotHere() {
    fixture.refs = fixture.refs.withHead(Optional.of(new RefName("refs/heads/gone")));
    assertThat(text(site.reply(request(""))))
        .contains("HEAD names <bdi>refs/heads/gone</bdi>, which is not here.", "first words");
  }

  /** W-30. */
  @Test
  void firstPageSaysWhatTheRepositoryIs() throws IOException {
    fixture.git.commit("src/a.c", "x".repeat(300));
    fixture.git.commit("src/b.py", "x".repeat(100));
    fixture.git.commit("notes.md", "x".repeat(9_000));
    fixture.git.commit("LICENCE.txt", "free\n");
    fixture.git.git("branch", "side");
    fixture.git.git("tag", "v1");
    fixture.publish();
    fixture.open = Optional.of(new SiteFrame.TabBar.Open(3, 1));
    String html = text(site.reply(request("")));
    String owner = SiteFixture.TOOL.substring(0, SiteFixture.TOOL.indexOf('/'));
    assertThat(html)
        .contains("<h1 class=\"repository\"><a href=\"" + SiteFixture.BASE + owner + "\">")
        .contains("/tree/HEAD/LICENCE.txt\"><bdi>LICENCE.txt</bdi>")
        .contains("<li>C <span class=\"share\">75.0 %</span></li>")
        .contains("<li>Python <span class=\"share\">25.0 %</span></li>")
        .doesNotContain("Markdown")
        .contains("Branches <span class=\"count\">2</span>")
        .contains("Tags <span class=\"count\">1</span>")
        .contains("Issues <span class=\"count\">3</span>")
        .contains("Pull requests <span class=\"count\">1</span>")
        .contains("<ul class=\"topics\"><li><bdi>tools</bdi></li></ul>")
        .contains("<summary>Branch <strong><bdi>main</bdi></strong></summary>")
        .contains("/tree/side\"><bdi>side</bdi>", "/tree/v1\"><bdi>v1</bdi>")
        .contains("change LICENCE.txt");
  }

  @Test
  void manyFilesAreNotCountedByLanguage() throws IOException {
    StringBuilder index = new StringBuilder();
    String blob = fixture.git.git("rev-parse", "main:README.md");
    for (int i = 0; i <= PageBudgets.LANGUAGE_FILES; i++) {
      index.append("100644 ").append(blob).append("\td/f").append(i).append(".c\n");
    }
    fixture.git.run(
        index.toString().getBytes(StandardCharsets.UTF_8), "update-index", "--index-info");
    fixture.git.git("commit", "-q", "-m", "many");
    fixture.publish();
    SiteReply made = site.reply(request(""));
    assertThat(text(made)).contains("Not counted: there are too many files to count at once.");
    assertThat(made.headers()).containsKey("ETag");
  }

  /** W-37: neither an error nor a repository that looks empty. */
  @Test
  void lostGitDataIsSaidToBeLost() throws IOException {
    fixture.refs =
        new Refs(
            new TreeMap<>(Map.of(new RefName("refs/heads/main"), new Oid("1".repeat(40)))),
            Optional.of(new RefName("refs/heads/main")));
    SiteReply page = site.reply(request(""));
    assertThat(page.status()).isEqualTo(200);
    assertThat(page.headers()).doesNotContainKey("ETag");
    assertThat(text(page))
        .contains("Git data of this repository is missing here", "git clone https://x/tool.git")
        .doesNotContain("There is no code here yet");
    assertThat(site.reply(request("/tree/main")).status()).isEqualTo(503);
    assertThat(site.reply(request("/commits/HEAD")).status()).isEqualTo(503);
    assertThat(site.reply(request("/raw/HEAD/README.md")).status()).isEqualTo(503);
    assertThat(site.reply(request("/archive/main.zip")).status()).isEqualTo(503);
    // A commit whose tree is lost.
    String commit =
        fixture
            .git
            .run(
                ("tree " + "2".repeat(40) + "\nauthor a <a> 1 +0000\ncommitter a <a> 1 +0000\n\nx")
                    .getBytes(StandardCharsets.UTF_8),
                "hash-object",
                "-t",
                "commit",
                "-w",
                "--stdin")
            .text()
            .strip();
    Path packs = new Layout(directory.resolve("data")).packs(SiteFixture.ADDRESS.identifier());
    fixture.git.run(
        (commit + "\n").getBytes(StandardCharsets.UTF_8),
        "pack-objects",
        "-q",
        packs.resolve("pack").toString());
    fixture.refs =
        new Refs(
            new TreeMap<>(Map.of(new RefName("refs/heads/main"), new Oid(commit))),
            Optional.of(new RefName("refs/heads/main")));
    assertThat(text(site.reply(request("")))).contains("Git data of this repository is missing");
    SiteReply tree = site.reply(request("/tree/main"));
    assertThat(tree.status()).isEqualTo(503);
    assertThat(tree.headers()).containsKey("Retry-After").doesNotContainKey("ETag");
    assertThat(new String(tree.body(), StandardCharsets.UTF_8))
        .contains("Git data for this page is missing here");
  }
}
