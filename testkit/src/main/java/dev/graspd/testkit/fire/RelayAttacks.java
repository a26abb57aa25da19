package dev.graspd.testkit.fire;

import dev.graspd.core.nostr.Event;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.RawWebSocket;
import dev.graspd.testkit.Signer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** What strangers send to the relay. */
final class RelayAttacks {
  /** Limits that NIP-11 and the configuration tell, used to their end. */
  private static final int FILTER_VALUES = 1_000;

  private static final int VALUE_CHARS = 1_024;
  private static final int MESSAGE_BYTES = 1_310_720;
  private static final int TAG_ITEMS = 4_000;
  private static final int CONNECTIONS = 50;

  /** With messages of a megabyte, fewer connections have the same effect. */
  private static final int LARGE_CONNECTIONS = 8;

  private RelayAttacks() {}

  static List<Attack> all() {
    return List.of(
        Attack.of(
            "subscriptions",
            List.of("subscriptions", "FilterMemory", "ParsePool"),
            RelayAttacks::subscriptions),
        Attack.of("counts", List.of("subscriptions"), RelayAttacks::counts),
        Attack.of("one subscription again and again", List.of("subscriptions"), RelayAttacks::same),
        Attack.of(
            "negentropy sessions",
            List.of("negentropy", "NegentropySets"),
            RelayAttacks::negentropy),
        Attack.of("events under way", List.of("events", "EventIntake"), RelayAttacks::events),
        Attack.of(
            "messages without end",
            List.of("sockets", "SocketMemory", "WebSocketHandler"),
            RelayAttacks::unfinished),
        Attack.of("large malformed messages", List.of("ParsePool"), RelayAttacks::malformed),
        Attack.of("answers that nobody reads", List.of("sockets"), RelayAttacks::unread),
        Attack.of("expensive queries", List.of("ReaderTurns"), RelayAttacks::expensive),
        Attack.of("searches", List.of("ReaderTurns"), RelayAttacks::searches),
        Attack.of("ephemeral events", List.of("ephemeral", "FanOut"), RelayAttacks::ephemeral));
  }

  private static void subscriptions(Sockets sockets, List<String> addresses) {
    ask("REQ", sockets, addresses);
  }

  private static void counts(Sockets sockets, List<String> addresses) {
    ask("COUNT", sockets, addresses);
  }

  private static void ask(String verb, Sockets sockets, List<String> addresses) {
    String filter = largestFilter();
    each(
        sockets,
        addresses,
        LARGE_CONNECTIONS,
        (socket, _) -> {
          for (int i = 0; i < 10; i++) {
            socket.sendText("[\"" + verb + "\",\"s" + i + "\"," + filter + "]");
          }
          drain(socket);
        });
  }

  /** The client reads nothing, so that what it has replaced stays in the queue. */
  private static void same(Sockets sockets, List<String> addresses) {
    String filter = "{\"#t\":[" + values(100, VALUE_CHARS) + "],\"limit\":5000}";
    each(
        sockets,
        addresses,
        LARGE_CONNECTIONS,
        (socket, _) -> {
          socket.sendText("[\"REQ\",\"all\",{\"limit\":5000}]");
          for (int i = 0; i < 100; i++) {
            socket.sendText("[\"REQ\",\"again\"," + filter + "]");
          }
        });
  }

  private static void negentropy(Sockets sockets, List<String> addresses) {
    each(
        sockets,
        addresses,
        LARGE_CONNECTIONS,
        (socket, number) -> {
          for (int i = 0; i < 10; i++) {
            String filter =
                "{\"#t\":[\"" + number + "-" + i + "\"," + values(900, VALUE_CHARS) + "]}";
            socket.sendText("[\"NEG-OPEN\",\"n" + i + "\"," + filter + ",\"61000000020000\"]");
          }
          drain(socket);
        });
  }

  /** Their signatures are wrong, which is found only after they are read. */
  private static void events(Sockets sockets, List<String> addresses) {
    each(
        sockets,
        addresses,
        LARGE_CONNECTIONS,
        (socket, number) -> {
          Signer stranger = Signer.named("events under way " + number);
          for (int i = 0; i < 10; i++) {
            String json = json(full(i, stranger).unsignedBy(stranger));
            socket.sendText("[\"EVENT\"," + json + "]");
          }
          drain(socket);
        });
  }

  /** An event with as many tag items as one may have. */
  static EventBuilder full(int number, Signer author) {
    EventBuilder builder =
        EventBuilder.kind(1618).at(Target.now()).tag("n", author.publicKey().hex() + number);
    String[] items = IntStream.range(0, 39).mapToObj(i -> "" + i).toArray(String[]::new);
    for (int i = 0; i < (TAG_ITEMS - 20) / items.length; i++) {
      builder.tag(items);
    }
    return builder;
  }

  private static void unfinished(Sockets sockets, List<String> addresses) {
    byte[] most = new byte[MESSAGE_BYTES - 1_000];
    each(
        sockets,
        addresses,
        LARGE_CONNECTIONS,
        (socket, _) ->
            socket.sendBytes(RawWebSocket.header(0x80 | RawWebSocket.TEXT, MESSAGE_BYTES), most));
  }

  private static void malformed(Sockets sockets, List<String> addresses) {
    String nested = "[\"REQ\",\"x\"," + "[[],".repeat(MESSAGE_BYTES / 4 - 100);
    each(
        sockets,
        addresses,
        LARGE_CONNECTIONS,
        (socket, _) -> {
          for (int i = 0; i < 5; i++) {
            socket.sendText(nested);
            socket.receive();
          }
        });
  }

  private static void unread(Sockets sockets, List<String> addresses) {
    each(
        sockets,
        addresses,
        CONNECTIONS,
        (socket, _) -> {
          for (int i = 0; i < 20; i++) {
            socket.sendText("[\"REQ\",\"r" + i + "\",{\"limit\":5000}]");
          }
        });
  }

  private static void expensive(Sockets sockets, List<String> addresses) {
    String tags =
        IntStream.range(0, 400)
            .mapToObj(i -> "\"%064x\"".formatted(i))
            .collect(Collectors.joining(","));
    each(
        sockets,
        addresses,
        LARGE_CONNECTIONS,
        (socket, _) -> {
          for (int i = 0; i < 20; i++) {
            socket.sendText(
                "[\"REQ\",\"q"
                    + i
                    + "\",{\"#p\":["
                    + tags
                    + "],\"#e\":["
                    + tags
                    + "],\"limit\":5000}]");
          }
          drain(socket);
        });
  }

  /** As many filters and words as one question may have; each finds everything. */
  private static void searches(Sockets sockets, List<String> addresses) {
    String words =
        IntStream.range(0, 16).mapToObj(i -> "-word" + i).collect(Collectors.joining(" "));
    String filter = "{\"search\":\"" + words + "\",\"limit\":5000}";
    String filters = String.join(",", List.of(filter, filter, filter, filter));
    each(
        sockets,
        addresses,
        LARGE_CONNECTIONS,
        (socket, _) -> {
          for (int i = 0; i < 20; i++) {
            socket.sendText("[\"REQ\",\"s" + i + "\"," + filters + "]");
          }
          drain(socket);
        });
  }

  /** They belong to the honest repository, so that they are passed on to those who listen. */
  private static void ephemeral(Sockets sockets, List<String> addresses) {
    each(
        sockets,
        addresses,
        LARGE_CONNECTIONS,
        (socket, number) -> {
          Signer stranger = Signer.named("ephemeral " + number);
          socket.sendText("[\"REQ\",\"live\",{\"kinds\":[20001],\"limit\":0}]");
          for (int i = 0; i < 10; i++) {
            Event event =
                EventBuilder.kind(20_001)
                    .at(Target.now())
                    .tag("a", sockets.target().address())
                    .content("x".repeat(200_000))
                    .signedBy(stranger);
            socket.sendText("[\"EVENT\"," + json(event) + "]");
          }
        });
  }

  /** What one connection sends; the number is different for each. */
  interface Talk {
    void run(RawWebSocket socket, int number);
  }

  static void each(Sockets sockets, List<String> addresses, int connections, Talk talk) {
    for (int i = 0; i < connections * addresses.size(); i++) {
      int number = i;
      String address = addresses.get(i % addresses.size());
      sockets.start(() -> talk.run(sockets.webSocket(address), number));
    }
  }

  /** Reads until the end, so that answers do not pile up here. */
  static void drain(RawWebSocket socket) {
    while (!(socket.receive() instanceof RawWebSocket.Received.Ended)) {
      Thread.onSpinWait();
    }
  }

  static String json(Event event) {
    return new String(event.json(), StandardCharsets.UTF_8);
  }

  private static String largestFilter() {
    return "{\"#t\":[" + values(FILTER_VALUES, VALUE_CHARS) + "]}";
  }

  private static String values(int count, int chars) {
    return IntStream.range(0, count)
        .mapToObj(i -> "\"" + "%08d".formatted(i) + "v".repeat(chars - 8) + "\"")
        .collect(Collectors.joining(","));
  }
}
