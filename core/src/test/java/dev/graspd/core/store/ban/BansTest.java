package dev.graspd.core.store.ban;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventParser;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.RepoAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which events bans keep out, as a table. */
class BansTest {
  private static final String BAD_KEY = "a".repeat(64);
  private static final String OWNER = "b".repeat(64);
  private static final String BAD_ID = "1".repeat(64);

  private static final Bans BANS =
      Bans.of(
          List.of(
              ban(1, new Banned.OfEvent(event(BAD_ID, OWNER, 1, "").id()), Ban.Phase.IN_FORCE),
              ban(2, new Banned.OfKey(PublicKey.parse(BAD_KEY)), Ban.Phase.BEGINNING),
              ban(
                  3,
                  new Banned.OfRepository(
                      new RepoAddress(
                          PublicKey.parse(OWNER), Identifier.parse("bad").orElseThrow())),
                  Ban.Phase.IN_FORCE),
              ban(4, new Banned.OfKey(PublicKey.parse("c".repeat(64))), Ban.Phase.LIFTED)));

  private static Ban ban(long number, Banned what, Ban.Phase phase) {
    return new Ban(number, what, phase, "", "uid 1", 0, OptionalLong.empty());
  }

  private static Event event(String id, String author, int kind, String identifier) {
    String tags = identifier.isEmpty() ? "" : "[\"d\",\"" + identifier + "\"]";
    String json =
        "{\"id\":\"%s\",\"pubkey\":\"%s\",\"created_at\":5,\"kind\":%d,\"tags\":[%s],\"content\":\"\",\"sig\":\"%s\"}"
            .formatted(id, author, kind, tags, "0".repeat(128));
    return EventParser.parseStored(json.getBytes(StandardCharsets.UTF_8));
  }

  @ParameterizedTest
  @CsvSource({
    // id, author, kind, identifier, number of the ban
    "1, b, 1, '', 1",
    "2, b, 1, '', 0",
    "2, a, 1, '', 2",
    "2, a, 20001, '', 2",
    "2, a, 5, '', 2",
    "2, a, 30617, bad, 2",
    "2, b, 30617, bad, 3",
    "2, b, 30618, bad, 3",
    "2, b, 30617, good, 0",
    "2, b, 1621, bad, 0",
    "2, d, 30617, bad, 0",
    "2, c, 1, '', 0",
  })
  void banOfAnEventIsFound(String id, String author, int kind, String identifier, long number) {
    Event event = event(id.repeat(64), author.repeat(64), kind, identifier);
    assertThat(BANS.against(event).map(Ban::number).orElse(0L)).isEqualTo(number);
  }

  @ParameterizedTest
  @CsvSource({"256, true", "257, false"})
  void reasonHasAtMost256Characters(int length, boolean isReason) {
    assertThat(Order.isReason("ü".repeat(length))).isEqualTo(isReason);
    assertThat(Order.isReason("a\nb")).isFalse();
  }
}
