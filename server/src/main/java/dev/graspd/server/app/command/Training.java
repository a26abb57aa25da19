package dev.graspd.server.app.command;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.nostr.Tag;
import dev.graspd.core.nostr.UnsignedEvent;
import dev.graspd.server.app.server.Server;
import dev.graspd.server.ops.StartRefused;
import dev.graspd.server.ops.config.Config;
import dev.graspd.server.ops.config.MachineSize;
import dev.graspd.server.ops.config.Settings;
import dev.graspd.server.ops.config.Sources;
import dev.graspd.server.ops.data.NativeFiles;
import dev.graspd.server.ops.data.ServerKey;
import dev.graspd.server.ops.log.LogSetup;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A short run for the AOT cache: a server on a loopback port, and one client that uses it. The JVM
 * records the classes and the hot methods of this run.
 */
final class Training {
  private static final int EVENTS = 300;
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** Negentropy version 1, one range up to infinity, an empty list of ids. */
  private static final String EMPTY_SET = "6100000200";

  private final SecureRandom random = new SecureRandom();
  private final ServerKey key = ServerKey.generate(random);
  private final LinkedBlockingQueue<String> answers = new LinkedBlockingQueue<>();

  private Training() {}

  static int run() throws StartRefused {
    Config config =
        new Config(
            Settings.read(
                Sources.ofEnvironment(
                    Map.of(
                        "NGIT_BIND_ADDRESS", "127.0.0.1:0",
                        "NGIT_DATABASE_BACKEND", "memory",
                        "NGIT_MIN_FREE_DISK_BYTES", "0",
                        "NGIT_SYNC_ENABLED", "false",
                        "NGIT_LOG_LEVEL", "error")),
                MachineSize.current()));
    LogSetup.apply(config.log());
    try (NativeFiles _ = NativeFiles.prepare(config.data().relayPath());
        Server server = Server.start(config, null)) {
      new Training().use(Config.hostAndPort(server.address()));
      return Cli.OK;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Cli.FAILED;
    }
  }

  private void use(String address) throws IOException, InterruptedException {
    try (HttpClient client = HttpClient.newHttpClient()) {
      for (String path : List.of("/", "/readyz", "/healthz", "/metrics", "/nothing")) {
        get(client, "http://" + address + path, "*/*");
      }
      get(client, "http://" + address + "/", "application/nostr+json");
      WebSocket socket =
          client
              .newWebSocketBuilder()
              .buildAsync(URI.create("ws://" + address + "/"), new Answers())
              .join();
      try {
        talk(socket);
        socket.sendClose(WebSocket.NORMAL_CLOSURE, "").join();
      } finally {
        // Closing the client would wait for the socket.
        socket.abort();
      }
    }
  }

  private static void get(HttpClient client, String url, String accept)
      throws IOException, InterruptedException {
    client.send(
        HttpRequest.newBuilder(URI.create(url)).header("Accept", accept).build(),
        BodyHandlers.discarding());
  }

  private void talk(WebSocket socket) throws InterruptedException {
    ask(socket, "[\"REQ\",\"live\",{\"kinds\":[10317],\"limit\":0}]", "[\"EOSE\"");
    for (int i = 0; i < EVENTS; i++) {
      ask(socket, "[\"EVENT\"," + json(event(i)) + "]", "[\"OK\"");
    }
    for (int i = 0; i < EVENTS; i++) {
      ask(socket, "[\"REQ\",\"a\",{\"kinds\":[10317],\"#t\":[\"" + i % 10 + "\"]}]", "[\"EOSE\"");
    }
    ask(
        socket,
        "[\"COUNT\",\"c\",{\"authors\":[\"" + key.publicKey().hex() + "\"]}]",
        "[\"COUNT\"");
    ask(socket, "[\"NEG-OPEN\",\"n\",{},\"" + EMPTY_SET + "\"]", "[\"NEG-MSG\"");
    ask(socket, "not json", "[\"NOTICE\"");
  }

  private Event event(int number) {
    return key.sign(
        new UnsignedEvent(
            key.publicKey(),
            Instant.now().getEpochSecond(),
            // The only kind that a hosting server accepts from everybody.
            Kinds.GRASP_LIST,
            List.of(Tag.of("t", Integer.toString(number % 10))),
            "note " + number),
        random);
  }

  private static String json(Event event) {
    return new String(event.json(), StandardCharsets.UTF_8);
  }

  private void ask(WebSocket socket, String message, String answer) throws InterruptedException {
    socket.sendText(message, true).join();
    await(answer);
  }

  private void await(String start) throws InterruptedException {
    String answer;
    do {
      answer = answers.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
      if (answer == null) {
        throw new IllegalStateException("no answer that starts with " + start);
      }
    } while (!answer.startsWith(start));
  }

  private final class Answers implements WebSocket.Listener {
    private final StringBuilder message = new StringBuilder();

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket socket, CharSequence data, boolean last) {
      message.append(data);
      if (last) {
        answers.add(message.toString());
        message.setLength(0);
      }
      socket.request(1);
      return null;
    }
  }
}
