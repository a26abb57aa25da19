package dev.graspd.server.ops.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.server.web.TestServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real browser loads the pages, with the policy that the server sends. */
final class BrowserTest {
  private static final String PATH = "/" + Bech32.npub(Samples.OWNER) + "/my%20repo";

  /** The message of a browser about a style that the policy does not allow. */
  private static final String VIOLATION = "Content Security Policy";

  @TempDir private Path directory;

  @BeforeAll
  static void aBrowserIsThere() {
    assumeTrue(browser().isPresent(), "skipped: there is no chromium here (apt install chromium)");
  }

  @Test
  void theStyleSheetIsAllowedAndStrangersMarkupIsText() throws Exception {
    SitePages site = Samples.site(Samples.HOSTILE);
    try (TestServer server = TestServer.builder().pages(TestSite.of(site)).start()) {
      Seen seen = look(server, PATH);

      assertThat(seen.log).doesNotContain(VIOLATION);
      assertThat(seen.document)
          .contains("&lt;script&gt;alert('x')&lt;/script&gt;")
          .doesNotContain("<script>")
          .doesNotContain("<img");
    }
  }

  @Test
  void whatRelaysSayIsTextOnTheStatusPage() throws Exception {
    TestSite site = new TestSite(Samples.site("A tool"), Samples.sync(Samples.HOSTILE), "");
    try (TestServer server = TestServer.builder().pages(site).start()) {
      Seen seen = look(server, "/status");

      assertThat(seen.log).doesNotContain(VIOLATION);
      assertThat(seen.document)
          .contains("&lt;script&gt;alert('x')&lt;/script&gt;")
          .doesNotContain("<script>")
          .doesNotContain("<img");
    }
  }

  @Test
  void aStyleThatIsNotOursIsNotApplied() throws Exception {
    SitePages site = Samples.site("A tool");
    String foreign = "<style>body{color:red}</style>";
    try (TestServer server =
        TestServer.builder().pages(new TestSite(site, Samples.sync(""), foreign)).start()) {
      assertThat(look(server, PATH).log).contains(VIOLATION);
    }
  }

  private record Seen(String document, String log) {}

  /** Opens a page on something of the size of a phone. */
  private Seen look(TestServer server, String path) throws IOException, InterruptedException {
    Path log = directory.resolve("log");
    Path document = directory.resolve("document");
    Process chromium =
        new ProcessBuilder(
                browser().orElseThrow().toString(),
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--disable-background-networking",
                "--no-first-run",
                "--user-data-dir=" + directory.resolve("profile"),
                "--window-size=390,844",
                "--enable-logging=stderr",
                "--dump-dom",
                server.http(path).toString())
            .redirectError(log.toFile())
            .redirectOutput(document.toFile())
            .start();
    assertThat(chromium.waitFor()).as(Files.readString(log)).isZero();
    return new Seen(
        Files.readString(document, StandardCharsets.UTF_8),
        Files.readString(log, StandardCharsets.UTF_8));
  }

  private static Optional<Path> browser() {
    return Stream.of("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome")
        .map(Path::of)
        .filter(Files::isExecutable)
        .findFirst();
  }
}
