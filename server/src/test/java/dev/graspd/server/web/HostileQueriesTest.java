package dev.graspd.server.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.server.testing.Stores;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Eventually;
import dev.graspd.testkit.RawWebSocket;
import dev.graspd.testkit.TestKeys;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients that ask for too much, or for nonsense. Others are served meanwhile and afterwards. */
final class HostileQueriesTest {
  @TempDir private static Path directory;
  private static TestServer server;

  @BeforeAll
  static void start() {
    server = TestServer.builder().store(Stores.open(directory)).start();
    FilledStores.fill(
        server.store(),
        IntStream.range(0, 2_000)
            .mapToObj(i -> EventBuilder.note("" + i).at(i).unsignedBy(TestKeys.ALICE))
            .toList(),
        500);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @AfterEach
  void othersAreServed() {
    GoodClient.isServed(server);
    assertThat(Eventually.holds(() -> server.web().openConnections() == 0)).isTrue();
  }

  @Test
  void ofTenThousandSubscriptionsAHundredAreOpen() {
    try (RelayClient client = server.client()) {
      Background.send(() -> {
        for (int i = 0; i < 10_000; i++) {
          client.socket().queueText("[\"REQ\",\"s" + i + "\",{\"limit\":1}]");
        }
        client.socket().flush();
      });
      GoodClient.isServed(server);
      int open = 0;
      int refused = 0;
      while (open + refused < 10_000) {
        List<Object> answer = client.next();
        open += answer.getFirst().equals("EOSE") ? 1 : 0;
        refused += answer.getFirst().equals("CLOSED") ? 1 : 0;
      }

      assertThat(open).isEqualTo(100);
    }
  }

  @Test
  void aSubscriptionReplacedTenThousandTimesLeavesOne() {
    try (RelayClient client = server.client()) {
      for (int i = 0; i < 10_000; i++) {
        client.socket().queueText("[\"REQ\",\"s\",{\"limit\":1,\"kinds\":[" + i + "]}]");
      }
      client.socket().queueText("[\"REQ\",\"last\",{\"limit\":0}]");
      client.socket().flush();
      GoodClient.isServed(server);

      List<Object> answer;
      do {
        answer = client.next();
      } while (!answer.get(1).equals("last"));
      assertThat(answer.getFirst()).isEqualTo("EOSE");
    }
  }

  @Test
  void aThousandShortValuesInTwentyFiltersAreAnswered() {
    String values =
        String.join(
            ",",
            IntStream.range(0, 1_000)
                .mapToObj(i -> "\"" + Integer.toString(i, 36) + "\"")
                .toList());
    String[] filters =
        IntStream.range(0, 20)
            .mapToObj(i -> "{\"#" + (char) ('f' + i % 10) + "\":[" + values + "]}")
            .toArray(String[]::new);
    try (RelayClient client = server.client()) {
      for (int i = 0; i < 10; i++) {
        List<Object> last = asList(client.request("s" + i, filters).getLast());
        assertThat(last.getFirst()).isIn("EOSE", "CLOSED");
        GoodClient.isServed(server);
      }
    }
  }

  @Test
  void shortIdsAreRefusedAndNotTakenAsPrefixes() {
    try (RelayClient client = server.client()) {
      List<Object> last = asList(client.request("s", "{\"ids\":[\"ab\",\"cd\"]}").getLast());

      assertThat(last.getFirst()).isEqualTo("CLOSED");
      assertThat(last.get(2).toString()).startsWith("invalid:");
    }
  }

  @Test
  void tooManyValuesAndFiltersAreRefusedByName() {
    String values = "\"a\",".repeat(2_000) + "\"b\"";
    String distinct =
        String.join(",", IntStream.range(0, 1_001).mapToObj(i -> "\"" + i + "\"").toList());
    try (RelayClient client = server.client()) {
      assertThat(client.request("s", "{\"#t\":[" + distinct + "]}").toString())
          .contains("CLOSED, s, invalid: too many values");
      assertThat(client.request("s", "{\"#t\":[" + values + "]}").toString())
          .contains("CLOSED, s, invalid: too many values");
      assertThat(client.request("s", "{}" + ",{}".repeat(20)).toString())
          .contains("CLOSED, s, invalid: too many filters");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "null",
        "true",
        "-1",
        "1.5",
        "1e400",
        "\"text\"",
        "[]",
        "{}",
        "[[]]",
        "[null]",
        "[{}]"
      })
  void wrongTypesEverywhereAreAnswered(String wrong) {
    Event event = EventBuilder.note("x").signedBy(TestKeys.ALICE);
    List<String> messages = new ArrayList<>();
    for (String verb : List.of("EVENT", "AUTH", "REQ", "COUNT", "NEG-OPEN", "NEG-MSG")) {
      messages.add("[\"" + verb + "\"," + wrong + "]");
      messages.add("[\"" + verb + "\",\"s\"," + wrong + "]");
      messages.add("[\"" + verb + "\",\"s\",{}," + wrong + "]");
    }
    messages.add("[" + wrong + "]");
    messages.add("[" + wrong + ",\"s\",{}]");
    for (String field :
        List.of("ids", "authors", "kinds", "#e", "#p", "#t", "since", "until", "limit", "search")) {
      messages.add("[\"REQ\",\"s\",{\"" + field + "\":" + wrong + "}]");
      messages.add("[\"COUNT\",\"s\",{\"" + field + "\":[" + wrong + "]}]");
    }
    for (String field : List.of("id", "pubkey", "created_at", "kind", "tags", "content", "sig")) {
      messages.add("[\"EVENT\"," + with(event, field, wrong) + "]");
      messages.add("[\"AUTH\"," + with(event, field, wrong) + "]");
    }
    try (RelayClient client = server.client()) {
      for (String message : messages) {
        client.send(message);
        List<Object> answer = client.next();
        while (answer.getFirst().equals("EVENT")) {
          answer = client.next();
        }
        assertThat(answer.getFirst())
            .as(message)
            .isIn("NOTICE", "OK", "CLOSED", "EOSE", "COUNT", "NEG-ERR", "NEG-MSG");
        client.send("[\"CLOSE\",\"s\"]");
        client.send("[\"NEG-CLOSE\",\"s\"]");
      }
    }
  }

  @Test
  void negentropyGarbageIsRefused() {
    RandomGenerator random = new SplittableRandom(11);
    try (RelayClient client = server.client()) {
      for (int i = 0; i < 500; i++) {
        byte[] garbage = new byte[1 + random.nextInt(100)];
        random.nextBytes(garbage);
        garbage[0] = random.nextInt(4) == 0 ? garbage[0] : 0x61;
        List<Object> answer =
            client.ask("[\"NEG-OPEN\",\"n\",{},\"" + HexFormat.of().formatHex(garbage) + "\"]");
        assertThat(answer.getFirst()).isIn("NEG-MSG", "NEG-ERR");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "61000002ffffffffffffffff7f", // an id list of 2^63 ids
        "61000002ffffffff0f", // of 2^32
        "6100000201", // of one that is not there
        "610000028100aabb", // padded count, too few bytes
        "6100210100", // a prefix of 33 bytes
        "61000001aabb", // half a fingerprint
        "61000003" // an unknown mode
      })
  void lyingNegentropyCountsAreRefusedBeforeAnythingIsAllocated(String hex) {
    try (RelayClient client = server.client()) {
      for (int i = 0; i < 100; i++) {
        assertThat(client.ask("[\"NEG-OPEN\",\"n\",{},\"" + hex + "\"]").getFirst())
            .isEqualTo("NEG-ERR");
      }
    }
  }

  @Test
  void negentropyOnAThousandDifferentFiltersStaysWithinItsMemory() {
    try (RelayClient client = server.client()) {
      for (int i = 0; i < 1_000; i++) {
        assertThat(
                client
                    .ask("[\"NEG-OPEN\",\"n\",{\"#t\":[\"" + i + "\"]},\"6100000200\"]")
                    .getFirst())
            .isEqualTo("NEG-MSG");
      }
    }
  }

  @Test
  void negMessagesWithoutWaitingForAnswersEndTheSession() {
    try (RelayClient client = server.client()) {
      client.socket().queueText("[\"NEG-OPEN\",\"n\",{},\"6100000200\"]");
      client.socket().queueText("[\"NEG-MSG\",\"n\",\"6100000200\"]");
      client.socket().flush();

      assertThat(List.of(client.next().getFirst(), lastOf(client))).contains("NEG-ERR");
    }
  }

  /** The second answer, or the end that shows that there was none. */
  private static Object lastOf(RelayClient client) {
    client.send("[\"REQ\",\"end\",{\"limit\":0}]");
    return client.next().getFirst();
  }

  @Test
  void manySocketsWithExpensiveQueriesDoNotKeepOthersWaiting() {
    List<RawWebSocket> hostile = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      RawWebSocket socket = server.connect();
      hostile.add(socket);
      for (int j = 0; j < 50; j++) {
        socket.queueText("[\"COUNT\",\"c" + j + "\",{\"#t\":[\"x\"]},{\"since\":1}]");
      }
      socket.flush();
    }

    GoodClient.isServed(server);
    hostile.forEach(RawWebSocket::abort);
  }

  private static String with(Event event, String field, String value) {
    String json = RelayClient.text(event);
    int from = json.indexOf("\"" + field + "\":") + field.length() + 3;
    int to = field.equals("sig") ? json.length() - 1 : endOfValue(json, from);
    return json.substring(0, from) + value + json.substring(to);
  }

  private static int endOfValue(String json, int from) {
    String rest = json.substring(from);
    int comma = rest.startsWith("[") ? rest.indexOf("],") + 1 : rest.indexOf(",\"");
    return from + comma;
  }

  private static List<Object> asList(Object message) {
    return List.copyOf((List<?>) message);
  }
}
