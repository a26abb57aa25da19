package dev.graspd.server.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Eventually;
import dev.graspd.testkit.TestKeys;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a REQ with search texts does (N50-1, N50-4, N50-6). */
final class SearchRequestTest {
  private static final String END = "[EOSE, s, [finish]]";

  @TempDir Path directory;
  private TestServer server;
  private RelayClient client;

  @BeforeEach
  void start() {
    server = TestServer.builder().searchingIn(directory.resolve("search")).start();
    client = server.client();
    // Searches are refused until the index is built.
    Eventually.await(
        () -> client.request("s", "{\"search\":\"begin\"}").toString().equals("[" + END + "]"));
    client.send("[\"CLOSE\",\"s\"]");
  }

  @AfterEach
  void stop() {
    client.close();
    server.close();
  }

  private static long now() {
    return Instant.now().getEpochSecond();
  }

  private Event publish(EventBuilder builder) {
    Event event = builder.signedBy(TestKeys.BOB);
    try (RelayClient other = server.client()) {
      assertThat(other.publish(event)).isEqualTo(List.of("OK", event.id().hex(), true, ""));
    }
    return event;
  }

  /** Publishes, and waits until it is found: within a second (N50-5). */
  private Event find(EventBuilder builder) {
    Event event = publish(builder);
    String filter = "{\"search\":\"-nothing\",\"ids\":[\"" + event.id().hex() + "\"]}";
    Eventually.await(() -> {
      try (RelayClient other = server.client()) {
        return other.request("w", filter).contains(event.id().hex());
      }
    });
    return event;
  }

  @Test
  void storedEventsComeBestFirstAndLiveOnesAsTheyCome() {
    Event content = find(EventBuilder.note("push fails").at(now()));
    Event subject = find(EventBuilder.kind(1621).tag("subject", "push").at(now() - 100));

    assertThat(client.request("s", "{\"search\":\"push\"}"))
        .hasToString("[%s, %s, %s]".formatted(subject.id(), content.id(), END));
    publish(EventBuilder.note("pull").at(now()));
    publish(EventBuilder.kind(30_023).tag("d", "").content("push").at(now()));
    Event live = publish(EventBuilder.note("a Push").at(now()));
    assertThat(client.nextEvent("s")).isEqualTo(live.id().hex());
  }

  @Test
  void limitCountsHitsAndTheEoseSaysThatThereAreMore() {
    find(EventBuilder.note("push").at(1));
    Event newer = find(EventBuilder.note("push").at(2));

    assertThat(client.request("s", "{\"search\":\"push\",\"limit\":1}"))
        .containsExactly(newer.id().hex(), List.of("EOSE", "s"));
  }

  @Test
  void filtersWithoutSearchAddTheirEventsOnce() {
    Event both = find(EventBuilder.note("push").at(1));
    Event other = find(EventBuilder.note("pull").at(2));

    assertThat(client.request("s", "{\"kinds\":[1]}", "{\"search\":\"push\"}"))
        .hasToString("[%s, %s, %s]".formatted(both.id(), other.id(), END));
    Event live = publish(EventBuilder.note("push and pull").at(3));
    Event last = publish(EventBuilder.note("end").at(4));
    assertThat(client.nextEvent("s")).isEqualTo(live.id().hex());
    assertThat(client.nextEvent("s")).isEqualTo(last.id().hex());
  }

  @Test
  void eventComesOnceWhetherTheIndexHasItOrNot() {
    for (int i = 0; i < 20; i++) {
      Event event = publish(EventBuilder.note("push " + i).at(1_000 + i));
      List<Object> answer =
          client.request("s", "{\"search\":\"push\",\"limit\":1}", "{\"kinds\":[1],\"limit\":1}");
      Event last = publish(EventBuilder.note("end " + i).at(2_000 + i));

      long stored = answer.stream().filter(event.id().hex()::equals).count();
      String next = client.nextEvent("s");
      long live = next.equals(event.id().hex()) ? 1 : 0;
      assertThat(stored + live).isEqualTo(1);
      assertThat(live == 1 ? client.nextEvent("s") : next).isEqualTo(last.id().hex());
      client.send("[\"CLOSE\",\"s\"]");
      // Its answer comes after the end of the subscription, which takes no further event.
      assertThat(client.ask("[\"COUNT\",\"c\",{\"kinds\":[1]}]").getFirst()).isEqualTo("COUNT");
    }
  }

  @Test
  void deletedEventIsNotFound() {
    Event event = find(EventBuilder.note("push").at(1));
    publish(EventBuilder.deletionOf(event).at(2));

    assertThat(client.request("s", "{\"search\":\"push\"}")).hasToString("[" + END + "]");
  }

  @ParameterizedTest
  @ValueSource(strings = {"include:spam", "language:en nsfw:true"})
  void extensionsAloneAreAsNoSearch(String text) {
    Event event = find(EventBuilder.note("push").at(1));

    assertThat(client.request("s", "{\"search\":\"" + text + "\"}"))
        .hasToString("[%s, %s]".formatted(event.id(), END));
    Event live = publish(EventBuilder.note("anything").at(2));
    assertThat(client.nextEvent("s")).isEqualTo(live.id().hex());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "`` | it has no word",
        "`  ` | it has no word",
        "?! | it has no word",
        "a a a a a a a a a a a a a a a a a | the limit is 16 words",
      })
  void textThatAsksForNothingOrTooMuchIsInvalid(String text, String why) {
    assertThat(client.request("s", "{\"search\":\"" + text + "\"}"))
        .containsExactly(List.of("CLOSED", "s", "invalid: search text cannot be used: " + why));
  }

  @Test
  void longTextIsInvalid() {
    assertThat(client.request("s", "{\"search\":\"" + "x".repeat(257) + "\"}"))
        .containsExactly(
            List.of("CLOSED", "s", "invalid: search text cannot be used: the limit is 256 bytes"));
  }

  @Test
  void fourFiltersOfARequestMaySearch() {
    String filter = "{\"search\":\"push\"}";

    assertThat(client.request("s", filter, filter, filter, filter)).hasToString("[" + END + "]");
    assertThat(client.request("s", filter, filter, filter, filter, filter))
        .containsExactly(
            List.of(
                "CLOSED",
                "s",
                "invalid: search text cannot be used: the limit is 4 filters with search"));
  }

  @Test
  void countAndNegentropyDoNotSearch() {
    assertThat(client.ask("[\"COUNT\",\"c\",{\"search\":\"x\"}]"))
        .isEqualTo(List.of("CLOSED", "c", "unsupported: search is not supported"));
    assertThat(client.ask("[\"NEG-OPEN\",\"n\",{\"search\":\"x\"},\"6100000200\"]"))
        .isEqualTo(List.of("NEG-ERR", "n", "unsupported: search is not supported"));
  }
}
