package dev.graspd.core.nostr;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class TagMatcherTest {
  private static final List<String> TEXTS =
      List.of(
          "",
          "a",
          "aa",
          "b",
          "\"",
          "\\",
          "\\\"",
          "],[",
          "x\ny",
          "\u0001",
          "\u00e9",
          "\ud83d\ude00");

  @Test
  void agreesWithTheFilterOnEveryEvent() {
    Random random = new Random(7);
    int matched = 0;
    for (int i = 0; i < 20_000; i++) {
      Event event = event(random);
      Filter filter = filter(random);
      boolean expected = filter.matches(event);
      matched += expected ? 1 : 0;
      ByteBuffer text = ByteBuffer.allocate(event.json().length + 5).put(5, event.json());
      assertThat(TagMatcher.of(filter.tags()).matches(text, 5))
          .as("%s on %s", filter, event.tags())
          .isEqualTo(expected);
    }
    assertThat(matched).isBetween(2_000, 18_000);
  }

  private static Event event(Random random) {
    List<Tag> tags = new ArrayList<>();
    for (int i = random.nextInt(6); i > 0; i--) {
      List<String> items = new ArrayList<>();
      items.add(List.of("a", "b", "B", "bb", "", "\u00e9", "-").get(random.nextInt(7)));
      for (int n = random.nextInt(4); n > 0; n--) {
        items.add(TEXTS.get(random.nextInt(TEXTS.size())));
      }
      tags.add(new Tag(items));
    }
    UnsignedEvent body =
        new UnsignedEvent(
            PublicKey.ofWords(1, 2, 3, 4),
            random.nextBoolean() ? 0 : random.nextLong(Long.MAX_VALUE),
            random.nextInt(65_536),
            tags,
            "[\"a\",\"b\"]");
    return body.signed(EventId.ofWords(5, 6, 7, 8), Signature.of(new byte[64]));
  }

  private static Filter filter(Random random) {
    Filter.Builder filter = Filter.builder();
    for (char letter : new char[] {'a', 'b', 'B'}) {
      if (random.nextInt(3) == 0) {
        List<String> values = new ArrayList<>();
        for (int n = random.nextInt(8); n > 0; n--) {
          values.add(TEXTS.get(random.nextInt(TEXTS.size())));
        }
        filter.tag(letter, values);
      }
    }
    return filter.build();
  }
}
