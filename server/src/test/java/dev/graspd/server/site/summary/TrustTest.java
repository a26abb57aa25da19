package dev.graspd.server.site.summary;

import static dev.graspd.testkit.TestKeys.ALICE;
import static dev.graspd.testkit.TestKeys.BOB;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.nostr.EventHead;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.server.site.html.Html;
import dev.graspd.server.site.page.CodeLinks;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The line about the default branch says only what is known. */
final class TrustTest {
  private static final CodeLinks LINKS =
      new CodeLinks("/", new RepoAddress(ALICE.publicKey(), new Identifier("tool")));

  private static String html(Optional<PublicKey> signer, boolean isWaiting, Trust.Copies copies) {
    Optional<EventHead> state =
        signer.map(key ->
            new EventHead(
                EventId.parse("ab".repeat(32)), key, 30618, 1_794_787_200, Optional.empty()));
    Trust trust =
        new Trust(
            new RefName("refs/heads/main"), new Oid("4f2a".repeat(10)), state, isWaiting, copies);
    return Html.render(trust.line(LINKS));
  }

  private static String words(Optional<PublicKey> signer, boolean isWaiting, Trust.Copies copies) {
    return html(signer, isWaiting, copies).replaceAll("<[^>]*>", "");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0 | 0 | 0 | no other copies are announced",
        "3 | 1 | 0 | 3 of 4 other copies agree, 1 differs",
        "1 | 0 | 0 | 1 of 1 other copy agrees",
        "0 | 0 | 1 | 0 of 1 other copy agrees, 1 unknown",
        "2 | 2 | 3 | 2 of 7 other copies agree, 2 differ, 3 unknown",
      })
  void copiesAreCountedAsTheyWereCompared(int same, int other, int unknown, String words) {
    assertThat(words(Optional.empty(), false, new Trust.Copies(same, other, unknown)))
        .isEqualTo("main is 4f2a4f2a4f, who signed that is unknown · " + words);
  }

  @Test
  void signerIsNamedAndLinkedIfItHasAPage() {
    Trust.Copies none = new Trust.Copies(0, 0, 0);
    String npub = Bech32.npub(ALICE.publicKey());
    assertThat(words(Optional.of(ALICE.publicKey()), false, none))
        .startsWith(
            "main is 4f2a4f2a4f as signed by " + npub.substring(0, 12) + "… on 2026-11-16 · no");
    assertThat(html(Optional.of(ALICE.publicKey()), false, none))
        .contains("<a href=\"/" + npub + "\">", "title=\"" + npub + "\"");
    assertThat(html(Optional.of(BOB.publicKey()), false, none))
        .contains("title=\"" + Bech32.npub(BOB.publicKey()) + "\"")
        .doesNotContain("<a href=\"/npub1" + Bech32.npub(BOB.publicKey()).substring(5) + "\"");
  }

  @Test
  void whatIsBehindAWordIsLinked() {
    String npub = Bech32.npub(ALICE.publicKey());
    assertThat(html(Optional.of(BOB.publicKey()), false, new Trust.Copies(1, 0, 1)))
        .contains("href=\"/event/" + "ab".repeat(32) + "\"><time")
        .contains("href=\"/" + npub + "/tool/status\">1 of 2 other copies agree, 1 unknown</a>");
    assertThat(html(Optional.empty(), false, new Trust.Copies(0, 0, 0)))
        .doesNotContain("/event/", "/status");
  }

  @Test
  void newerStateThatWaitsIsMentioned() {
    assertThat(words(Optional.of(ALICE.publicKey()), true, new Trust.Copies(1, 0, 0)))
        .contains(" · a newer signed state waits for its git data · 1 of 1");
  }

  @ParameterizedTest
  @CsvSource({"1, 3, 33.3 %", "2, 3, 66.7 %", "5, 5, 100.0 %", "1, 100000, < 0.1 %"})
  void shareOfALanguageIsRounded(long bytes, long all, String words) {
    assertThat(LanguageList.percent(bytes, all)).isEqualTo(words);
  }
}
