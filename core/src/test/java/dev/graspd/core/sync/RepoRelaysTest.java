package dev.graspd.core.sync;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.nostr.ServiceAddress;
import dev.graspd.core.nostr.Signature;
import dev.graspd.core.nostr.Tag;
import dev.graspd.core.nostr.UnsignedEvent;
import dev.graspd.core.repo.Announcement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RepoRelaysTest {
  private static final String NPUB =
      "npub10elfcs4fr0l0r8af98jlmgdh9c8tcxjvz9qkw038js35mp4dma8qzvjptg";
  private static final int MAX = 20;
  private static final ServiceAddress OWN = ServiceAddress.of("own.example", "/");

  private static Announcement announcement(Tag... tags) {
    List<Tag> all = new ArrayList<>(List.of(Tag.of("d", "repo")));
    all.addAll(Arrays.asList(tags));
    UnsignedEvent body = new UnsignedEvent(PublicKey.parse("a".repeat(64)), 1, 30_617, all, "");
    return Announcement.of(body.signed(body.id(), Signature.of(new byte[64]))).orElseThrow();
  }

  private static List<String> relays(ServiceAddress own, Tag... tags) {
    return RepoRelays.of(announcement(tags), own, MAX).stream().map(RelayUrl::text).toList();
  }

  private static String clone(String root) {
    return root + "/" + NPUB + "/repo.git";
  }

  @Test
  void relaysComeInTheOrderOfTheTagThenThoseBehindClones() {
    assertThat(
            relays(
                OWN,
                Tag.of("clone", clone("https://z.example"), "https://github.com/o/r.git"),
                Tag.of("relays", "wss://c.example", "wss://a.example"),
                Tag.of("relays", "wss://b.example"),
                Tag.of("clone", clone("http://y.example/base"))))
        .containsExactly(
            "wss://c.example",
            "wss://a.example",
            "wss://b.example",
            "wss://z.example",
            "ws://y.example/base");
  }

  @Test
  void eachRelayIsNamedOnceHoweverItIsSpelled() {
    assertThat(
            relays(
                OWN,
                Tag.of("relays", "wss://a.example", "WSS://A.Example:443/", "wss://b.example"),
                Tag.of("clone", clone("https://a.example"), clone("https://b.example:443"))))
        .containsExactly("wss://a.example", "wss://b.example");
  }

  @Test
  void whatIsNoRelayIsPassedOver() {
    assertThat(relays(OWN, Tag.of("relays", "", "a.example", "https://a.example", "wss://u@a")))
        .isEmpty();
    assertThat(relays(OWN)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "wss://own.example",
        "WSS://OWN.example:443/",
        "ws://own.example",
        "wss://own.example.",
        "wss://own.example//#x"
      })
  void ownAddressIsNeverOneOfThem(String spelling) {
    assertThat(
            relays(
                OWN,
                Tag.of("relays", spelling, "wss://a.example"),
                Tag.of("clone", clone("https://own.example"), clone("http://OWN.example:80"))))
        .containsExactly("wss://a.example");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "wss://own.example.evil.example",
        "wss://notown.example",
        "wss://own.example:8443",
        "wss://own.example/elsewhere",
        "wss://a.example/own.example",
        "wss://a.example?own.example"
      })
  void othersThatContainOurNameAreKept(String other) {
    assertThat(relays(OWN, Tag.of("relays", other))).containsExactly(other);
  }

  @Test
  void ownBasePathIsPartOfTheAddress() {
    ServiceAddress own = ServiceAddress.of("own.example:8080", "/base");
    assertThat(
            relays(
                own,
                Tag.of("relays", "wss://own.example:8080/base/", "wss://own.example:8080"),
                Tag.of("clone", clone("https://own.example:8080/base"))))
        .containsExactly("wss://own.example:8080");
  }

  @Test
  void onlySoManyAreTakenAndWeAreNotCounted() {
    String[] names =
        IntStream.rangeClosed(0, 30)
            .mapToObj(i -> i == 0 ? "relays" : i == 1 ? "wss://own.example" : "wss://r" + i)
            .toArray(String[]::new);
    assertThat(relays(OWN, Tag.of(names)))
        .hasSize(MAX)
        .startsWith("wss://r2", "wss://r3")
        .endsWith("wss://r21");
    assertThat(RepoRelays.of(announcement(Tag.of(names)), OWN, 0)).isEmpty();
  }
}
