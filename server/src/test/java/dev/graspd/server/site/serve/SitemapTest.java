package dev.graspd.server.site.serve;

import static dev.graspd.testkit.TestKeys.ALICE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.server.catalogue.Catalogue;
import dev.graspd.server.site.address.SiteAddress;
import dev.graspd.server.talk.NameBook;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.store.ModelEventStore;
import dev.graspd.testkit.store.StoreDriver;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What search engines are told to visit (W-75). */
final class SitemapTest {
  private final ModelEventStore store = new ModelEventStore();
  private final StoreDriver driver = new StoreDriver(store);

  private void announce(String name, long at) {
    driver.append(EventBuilder.kind(30617).at(at).tag("d", name).unsignedBy(ALICE));
  }

  private String sitemap() {
    Catalogue catalogue =
        new Catalogue(store, store, one -> !one.identifier().text().startsWith("no"), _ -> false);
    ServicePages pages =
        new ServicePages(
            new ServicePages.Facts(SiteFixture.FRAME, ALICE.publicKey(), "wss://x", true),
            Optional.of(
                new ServicePages.Lists(catalogue, new NameBook(store, NameBook.BYTES_MAX))));
    return new String(
        pages.reply(new SiteAddress.Sitemap()).orElseThrow().body(), StandardCharsets.UTF_8);
  }

  @Test
  void newestThousandRepositoriesAreListed() {
    for (int i = 0; i < 1_050; i++) {
      announce("r" + i, i);
    }
    String sitemap = sitemap();
    assertThat(sitemap.split("<loc>", -1)).hasSize(1_001);
    assertThat(sitemap)
        .contains("/r1049</loc>")
        .contains("/r50</loc>")
        .doesNotContain("/r49</loc>");
  }

  @Test
  void searchForThemEndsAlsoWhereNothingIsHosted() {
    announce("here", 0);
    for (int i = 0; i < 2 * Catalogue.SCANNED_MAX; i++) {
      announce("no" + i, 10 + i);
    }
    assertThat(sitemap().split("<loc>", -1)).hasSizeLessThanOrEqualTo(2);
  }
}
