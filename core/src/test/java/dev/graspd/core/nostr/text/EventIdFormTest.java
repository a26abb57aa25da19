package dev.graspd.core.nostr.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.EventJson;
import dev.graspd.core.nostr.EventParser;
import dev.graspd.core.nostr.Sample;
import dev.graspd.core.nostr.Tag;
import dev.graspd.core.nostr.UnsignedEvent;
import dev.graspd.core.nostr.UnsignedEvent.ControlCharacters;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import org.junit.jupiter.api.Test;

class EventIdFormTest {
  private static UnsignedEvent note(String content, Tag... tags) {
    return new UnsignedEvent(Sample.ALICE, 1_700_000_000, 1, List.of(tags), content);
  }

  private static String sha256(String text) throws Exception {
    return Hex.encode(
        MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
  }

  private static String canonical(String tags, String content) {
    return "[0,\"" + "a1".repeat(32) + "\",1700000000,1," + tags + "," + content + "]";
  }

  @Test
  void idIsTheHashOfTheCanonicalArray() throws Exception {
    assertThat(note("hello", Tag.of("t", "x"), Tag.of("e")).id().hex())
        .isEqualTo(sha256(canonical("[[\"t\",\"x\"],[\"e\"]]", "\"hello\"")));
  }

  @Test
  void onlySevenCharactersAreEscaped() throws Exception {
    assertThat(note("a\nb\"c\\d\re\tf\bg\fh/\u007f<\u2028\u00e9\uD83D\uDE00").id().hex())
        .isEqualTo(
            sha256(
                canonical(
                    "[]", "\"a\\nb\\\"c\\\\d\\re\\tf\\bg\\fh/\u007f<\u2028\u00e9\uD83D\uDE00\"")));
  }

  @Test
  void otherControlCharactersCountEscapedOrVerbatim() throws Exception {
    UnsignedEvent event = note("a\u0001b\u001fc");
    EventId escaped = EventId.parse(sha256(canonical("[]", "\"a\\u0001b\\u001fc\"")));
    EventId verbatim = EventId.parse(sha256(canonical("[]", "\"a\u0001b\u001fc\"")));

    assertThat(event.id()).isEqualTo(escaped).isNotEqualTo(verbatim);
    assertThat(event.hasId(escaped)).isTrue();
    assertThat(event.hasId(verbatim)).isTrue();
    assertThat(event.hasId(EventId.parse("00".repeat(32)))).isFalse();
  }

  @Test
  void controlCharactersInTagsCountTheSameWay() {
    UnsignedEvent event = note("", Tag.of("t", "\u0002"));
    assertThat(event.hasId(EventJson.id(event, ControlCharacters.VERBATIM))).isTrue();
  }

  @Test
  void jsonOfAnEventIsParsedBackToTheSameText() {
    Event event =
        Sample.event(1, "a\u0001\n\"\\\u2028\uD83D\uDE00", Tag.of("t", "\u00e9"), Tag.of("-"));
    assertThat(Sample.text(EventParser.parseStored(event.json()).json()))
        .isEqualTo(Sample.text(event.json()));
    assertThat(Sample.text(event.json()))
        .startsWith("{\"id\":\"" + event.id() + "\",\"pubkey\":\"" + "a1".repeat(32))
        .contains("\"content\":\"a\\u0001\\n\\\"\\\\\u2028\uD83D\uDE00\"");
  }
}
