package dev.graspd.core.nostr;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.graspd.core.fuzz.Budget;
import dev.graspd.core.nostr.ClientMessage.BadSubscription;
import dev.graspd.core.nostr.ClientMessage.Req;
import dev.graspd.core.nostr.ClientMessage.Unreadable;
import java.util.Arrays;
import java.util.List;
import java.util.SortedSet;
import java.util.StringJoiner;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

class FilterFuzzTest {
  private static final MessageLimits LIMITS = new MessageLimits(20, 100, 0);
  private static final Budget BUDGET = new Budget(16 << 20, 1_000);

  @FuzzTest
  void whateverIsAFilterStaysItWhenWrittenAndReadAgain(byte[] input) {
    switch (BUDGET.within(input.length, () -> req(input))) {
      case Req(_, var filters) -> {
        for (Filter filter : filters) {
          assertThat(req(text(filter).getBytes(UTF_8)))
              .isInstanceOfSatisfying(
                  Req.class, again -> assertThat(again.filters()).isEqualTo(List.of(filter)));
        }
      }
      case BadSubscription(_, var refusal) -> Soundness.check(refusal);
      case Unreadable(var refusal) -> Soundness.check(refusal);
      default -> throw new AssertionError("a REQ was read as something else");
    }
  }

  private static ClientMessage req(byte[] filters) {
    byte[] head = "[\"REQ\",\"s\",".getBytes(UTF_8);
    byte[] message = Arrays.copyOf(head, head.length + filters.length + 1);
    System.arraycopy(filters, 0, message, head.length, filters.length);
    message[message.length - 1] = ']';
    return MessageParser.parse(message, LIMITS);
  }

  private static String text(Filter filter) {
    StringJoiner fields = new StringJoiner(",", "{", "}");
    list(fields, "ids", filter.ids(), FilterFuzzTest::quoted);
    list(fields, "authors", filter.authors(), FilterFuzzTest::quoted);
    list(fields, "kinds", filter.kinds(), String::valueOf);
    filter
        .tags()
        .forEach((letter, values) -> list(fields, "#" + letter, values, FilterFuzzTest::quoted));
    filter.since().ifPresent(seconds -> fields.add("\"since\":" + seconds));
    filter.until().ifPresent(seconds -> fields.add("\"until\":" + seconds));
    filter.limit().ifPresent(limit -> fields.add("\"limit\":" + limit));
    if (filter.search() != null) {
      fields.add("\"search\":" + quoted(filter.search()));
    }
    return fields.toString();
  }

  private static <T> void list(
      StringJoiner fields, String name, @Nullable SortedSet<T> values, Function<T, String> form) {
    if (values != null) {
      String items = values.stream().map(form).collect(Collectors.joining(","));
      fields.add("\"" + name + "\":[" + items + "]");
    }
  }

  private static String quoted(Object value) {
    Utf8Buffer out = new Utf8Buffer(64).string(value.toString());
    return new String(out.toArray(), UTF_8);
  }
}
