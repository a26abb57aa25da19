package dev.graspd.server.site.serve;

import static dev.graspd.server.site.serve.SiteFixture.request;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.server.charge.Payer;
import dev.graspd.server.site.page.SiteFrame;
import dev.graspd.server.web.site.SiteReply;
import dev.graspd.server.web.site.SiteRequest;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Versions of pages, and pages that are kept. */
final class SiteServiceTest {
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
  void pageIsKeptUntilItsRefsChange() throws IOException {
    SiteRequest tree = request("/tree/main");
    assertThat(site.atOnce(tree)).isEmpty();
    SiteReply made = site.reply(tree);
    assertThat(text(made)).contains("first words");
    assertThat(site.atOnce(tree))
        .hasValueSatisfying(kept -> assertThat(text(kept)).isEqualTo(text(made)));
    assertThat(site.atOnce(knowing(tree, made)))
        .hasValueSatisfying(kept -> assertThat(kept.status()).isEqualTo(304));

    fixture.git.commit("README.md", "other words\n");
    fixture.publish();
    assertThat(site.atOnce(tree)).isEmpty();
    assertThat(site.atOnce(knowing(tree, made))).isEmpty();
    SiteReply now = site.reply(knowing(tree, made));
    assertThat(now.status()).isEqualTo(200);
    assertThat(text(now)).contains("other words");
  }

  @Test
  void pageOfARepositoryThatIsGoneIsGone() {
    SiteReply made = site.reply(request("/tree/main"));
    assertThat(made.status()).isEqualTo(200);
    SiteService other = fixture.service(CACHE_BYTES);
    fixture.refs = dev.graspd.core.repo.Refs.NONE;
    assertThat(site.reply(request("/tree/main")).status()).isEqualTo(404);
    assertThat(other.atOnce(request("/tree/main"))).isEmpty();
  }

  @Test
  void withoutACacheAPageStillHasAVersion() {
    SiteService without = fixture.service(0);
    SiteRequest tree = request("/tree/main");
    SiteReply made = without.reply(tree);
    assertThat(without.atOnce(tree)).isEmpty();
    assertThat(without.reply(knowing(tree, made)).status()).isEqualTo(304);
  }

  @Test
  void clientWithoutGzipGetsTheSamePage() {
    SiteRequest tree = request("/tree/main");
    SiteRequest plain =
        new SiteRequest(
            tree.address(), Optional.empty(), Optional.empty(), false, false, Payer.operator());
    String packed = text(site.reply(tree));
    assertThat(site.atOnce(plain)).isEmpty();
    SiteReply reply = site.reply(plain);
    assertThat(new String(reply.body(), StandardCharsets.UTF_8)).isEqualTo(packed);
    assertThat(reply.headers()).doesNotContainKey("Content-Encoding");
  }

  @Test
  void imagesOfOthersAreShownOnlyIfTheOperatorSaysSo() throws IOException {
    fixture.git.commit("README.md", "![a picture](https://other.example/x.png)\n");
    fixture.publish();
    SiteReply usual = site.reply(request("/tree/main"));
    assertThat(text(usual)).contains("other.example").doesNotContain("<img");
    assertThat(usual.headers()).doesNotContainKey("Content-Security-Policy");
    SiteFrame frame = SiteFixture.FRAME;
    SiteFrame open =
        new SiteFrame(
            frame.origin(), frame.base(), frame.service(), frame.software(), frame.style(), true);
    SiteReply shown = fixture.service(open, CACHE_BYTES).reply(request("/tree/main"));
    assertThat(text(shown)).contains("<img", "https://other.example/x.png");
    assertThat(shown.headers().get("Content-Security-Policy")).contains("img-src 'self' https:");
    assertThat(shown.headers().get("ETag")).isNotEqualTo(usual.headers().get("ETag"));
  }

  @Test
  void firstPageShowsTheFilesOfTheDefaultBranch() {
    SiteReply page = site.reply(request(""));
    assertThat(text(page))
        .contains("first words", "git clone https://x/tool.git", "/archive/HEAD.tar.gz");
    assertThat(site.reply(knowing(request(""), page)).status()).isEqualTo(304);
    fixture.refs = dev.graspd.core.repo.Refs.NONE;
    assertThat(text(site.reply(request("")))).contains("There is no code here yet");
  }
}
