package dev.graspd.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

class WebSocketTapTest {
  /** Answers every message with its own text, and plain HTTP with a word. */
  private static void echo(ScriptedServer.Conversation conversation, List<String> heads)
      throws IOException {
    List<String> head = conversation.readHead();
    heads.addAll(head);
    if (head.stream().noneMatch(line -> line.equalsIgnoreCase("upgrade: websocket"))) {
      conversation.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nplain");
      conversation.drain();
      return;
    }
    conversation.send(ScriptedServer.Conversation.upgradeFor(head));
    while (true) {
      conversation.sendText(conversation.readFrame().text());
    }
  }

  @Test
  void messagesPassUnchangedAndAreCountedByVerb() {
    List<String> heads = new CopyOnWriteArrayList<>();
    try (ScriptedServer server = ScriptedServer.start(line -> echo(line, heads));
        WebSocketTap tap = WebSocketTap.before(server.port());
        RawWebSocket client =
            RawWebSocket.to(URI.create("ws://127.0.0.1:" + tap.port())).deflate().connect()) {
      String large = "[\"REQ\",\"" + "ü".repeat(70_000) + "\"]";
      for (String message : List.of("[\"REQ\",\"a\"]", "[\"NEG-OPEN\",\"b\"]", large, "nonsense")) {
        client.sendText(message);
        assertThat(client.receiveText()).isEqualTo(message);
      }
      assertThat(tap.count("REQ")).isEqualTo(2);
      assertThat(tap.count("NEG-OPEN")).isEqualTo(1);
      assertThat(tap.count("EVENT")).isZero();
      assertThat(heads).noneMatch(line -> line.startsWith("Sec-WebSocket-Extensions"));
    }
  }

  @Test
  void plainHttpPasses() throws IOException, InterruptedException {
    try (ScriptedServer server =
            ScriptedServer.start(line -> echo(line, new CopyOnWriteArrayList<>()));
        WebSocketTap tap = WebSocketTap.before(server.port());
        HttpClient http = HttpClient.newHttpClient()) {
      HttpRequest request =
          HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + tap.port())).build();
      assertThat(http.send(request, HttpResponse.BodyHandlers.ofString()).body())
          .isEqualTo("plain");
    }
  }

  @Test
  void connectionsAreResetWhileTheServerIsAway() {
    ScriptedServer server = ScriptedServer.start(ScriptedServer.Conversation::drain);
    server.close();
    try (WebSocketTap tap = WebSocketTap.before(server.port())) {
      assertThatThrownBy(() -> RawWebSocket.connect(URI.create("ws://127.0.0.1:" + tap.port())))
          .isInstanceOf(UncheckedIOException.class)
          .hasCauseInstanceOf(SocketException.class);
    }
  }
}
