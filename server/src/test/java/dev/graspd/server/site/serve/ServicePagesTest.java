package dev.graspd.server.site.serve;

import static dev.graspd.testkit.TestKeys.ALICE;
import static dev.graspd.testkit.TestKeys.BOB;
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

/** Lists of repositories as pages (W-61). */
final class ServicePagesTest {
  private static final String BOX = "action=\"/grasp/search\"";

  private final ModelEventStore store = new ModelEventStore();

  private final StoreDriver driver = new StoreDriver(store);

  private String page(SiteAddress address) {
    driver.append(EventBuilder.kind(30617).tag("d", "tool").unsignedBy(ALICE));
    ServicePages pages =
        new ServicePages(
            new ServicePages.Facts(SiteFixture.FRAME, ALICE.publicKey(), "wss://x", true),
            Optional.of(
                new ServicePages.Lists(
                    new Catalogue(store, store, _ -> true, _ -> false),
                    new NameBook(store, NameBook.BYTES_MAX))));
    return new String(pages.reply(address).orElseThrow().body(), StandardCharsets.UTF_8);
  }

  /** W-61. */
  @Test
  void forksAreFoldedInOneRow() {
    driver.append(
        EventBuilder.kind(30617)
            .tag("d", "tool")
            .tag("name", "Mine <b>")
            .at(1_600_000_000)
            .unsignedBy(BOB));
    String all = page(new SiteAddress.Repositories(Optional.empty()));

    assertThat(all)
        .contains("<details><summary>1 more of this identifier</summary><ul><li>")
        .contains("Mine &lt;b&gt;</bdi></a></li></ul></details>")
        .containsOnlyOnce("<h2>");
  }

  /** W-62. */
  @Test
  void listOfAllHasASearchBoxBelowItsTitle() {
    String all = page(new SiteAddress.Repositories(Optional.empty()));

    assertThat(all).contains(BOX);
    assertThat(all.indexOf(BOX)).isBetween(all.indexOf("<h1>"), all.indexOf("tool</bdi>"));
  }
}
