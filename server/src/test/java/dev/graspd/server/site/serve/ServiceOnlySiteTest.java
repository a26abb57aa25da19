package dev.graspd.server.site.serve;

import static dev.graspd.server.site.serve.SiteFixture.FRAME;
import static dev.graspd.server.site.serve.SiteFixture.request;
import static dev.graspd.testkit.TestKeys.ALICE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.server.charge.Payer;
import dev.graspd.server.site.address.SiteAddress;
import dev.graspd.server.web.site.SiteRequest;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A server that shows no code. */
final class ServiceOnlySiteTest {
  private final ServiceOnlySite site =
      new ServiceOnlySite(
          new ServicePages(
              new ServicePages.Facts(FRAME, ALICE.publicKey(), "wss://example.org", false),
              Optional.empty()),
          new NostrWords(
              repository -> repository.identifier().text().equals("tool"),
              _ -> false,
              _ -> Optional.empty(),
              _ -> Optional.empty()),
          SiteFixture.BASE,
          "<p>nothing</p>",
          repository -> SiteReplies.text(200, "text/html", "plain " + repository.identifier()));

  @Test
  void onlyTheFirstPageOfARepositoryIsShown() {
    assertThat(new String(site.reply(request("")).body(), StandardCharsets.UTF_8))
        .isEqualTo("plain tool");
    for (String rest : new String[] {"/tree/main", "/raw/main/x", "/archive/main.tar"}) {
      assertThat(site.isStreamed(request(rest))).isFalse();
      assertThat(site.reply(request(rest)).status()).as(rest).isEqualTo(404);
    }
  }

  @Test
  void programsLearnWhatTheyMayRead() {
    SiteRequest robots =
        new SiteRequest(
            new SiteAddress.Robots(),
            Optional.empty(),
            Optional.empty(),
            false,
            false,
            Payer.operator());
    assertThat(site.atOnce(robots))
        .hasValueSatisfying(reply ->
            assertThat(new String(reply.body(), StandardCharsets.UTF_8))
                .isEqualTo("User-agent: *\nDisallow: /\n"));
  }
}
