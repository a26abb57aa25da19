package dev.graspd.server.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.nostr.EventId;
import dev.graspd.server.catalogue.CatalogueQuery.Parsed;
import dev.graspd.testkit.TestKeys;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CatalogueQueryTest {
  private static final ListPosition PLACE =
      new ListPosition(1_700_000_000, EventId.parse("0a".repeat(32)));

  private static CatalogueQuery read(String text) {
    return CatalogueQuery.parse(text) instanceof Parsed.Query(var query)
        ? query
        : CatalogueQuery.ALL.withText("malformed");
  }

  @Test
  void everyPartIsRead() {
    String npub = Bech32.npub(TestKeys.ALICE.publicKey());
    CatalogueQuery query =
        read(
            "q=a+b%20c&topic=git&archived=true&sort=announced&limit=7&owner="
                + npub
                + "&cursor="
                + PLACE.text());
    assertThat(query.text()).contains("a b c");
    assertThat(query.owner()).contains(TestKeys.ALICE.publicKey());
    assertThat(query.topic()).contains("git");
    assertThat(query.archived()).contains(true);
    assertThat(query.limit()).isEqualTo(7);
    assertThat(query.after()).contains(PLACE);
    assertThat(read("owner=" + TestKeys.ALICE.publicKey().hex()).owner())
        .contains(TestKeys.ALICE.publicKey());
  }

  @Test
  void nothingAsksForAll() {
    assertThat(read("")).isEqualTo(CatalogueQuery.ALL);
    assertThat(read("&&")).isEqualTo(CatalogueQuery.ALL);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "limit=0",
        "limit=101",
        "limit=-1",
        "limit=",
        "limit",
        "owner=npub1x",
        "owner=ALL",
        "archived=yes",
        "sort=size",
        "cursor=0",
        "cursor=ffffffffffffffff0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a",
        "q=",
        "q=%",
        "topic=+",
        "page=2",
        "=1"
      })
  void anythingElseIsNamed(String text) {
    assertThat(CatalogueQuery.parse(text)).isInstanceOf(Parsed.Malformed.class);
    assertThat(CatalogueQuery.parse("q=" + "x".repeat(257))).isInstanceOf(Parsed.Malformed.class);
  }

  @Test
  void placeIsRightAfterItsAnnouncement() {
    assertThat(ListPosition.parse(PLACE.text())).isEqualTo(Optional.of(PLACE));
    assertThat(PLACE.isBefore(PLACE.createdAt(), PLACE.id())).isFalse();
    assertThat(PLACE.isBefore(PLACE.createdAt() - 1, EventId.parse("00".repeat(32)))).isTrue();
    assertThat(PLACE.isBefore(PLACE.createdAt(), EventId.parse("0b".repeat(32)))).isTrue();
    assertThat(PLACE.isBefore(PLACE.createdAt(), EventId.parse("09".repeat(32)))).isFalse();
    assertThat(PLACE.isBefore(PLACE.createdAt() + 1, EventId.parse("ff".repeat(32)))).isFalse();
  }
}
