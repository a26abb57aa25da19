package dev.graspd.testkit.browser;

import dev.graspd.testkit.client.JsonTree;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Commands and events of a browser over its debugging socket. Thread-safe. */
final class DevTools implements AutoCloseable {
  /** Only against hanging: no test is about how long a browser takes. */
  static final long PATIENCE_SECONDS = 60;

  private final HttpClient http;
  private final WebSocket socket;
  private final Inbox inbox;
  private final AtomicLong lastId = new AtomicLong();

  /** The JDK's sockets take one message at a time. */
  private final ReentrantLock sending = new ReentrantLock();

  private DevTools(HttpClient http, WebSocket socket, Inbox inbox) {
    this.http = http;
    this.socket = socket;
    this.inbox = inbox;
  }

  static DevTools connect(URI uri) {
    HttpClient http = HttpClient.newHttpClient();
    Inbox inbox = new Inbox();
    return new DevTools(
        http, result(http.newWebSocketBuilder().buildAsync(uri, inbox), uri.toString()), inbox);
  }

  /** Has the events of a session handled; on the thread that reads the socket. */
  void listen(String session, BiConsumer<String, Map<?, ?>> handler) {
    inbox.sessions.put(session, handler);
  }

  void forget(String session) {
    inbox.sessions.remove(session);
  }

  /** Runs a command of the browser itself. */
  Map<?, ?> call(String method, Map<String, ?> parameters) {
    return call("", method, parameters);
  }

  /** Runs a command that must work; returns its result. */
  Map<?, ?> call(String session, String method, Map<String, ?> parameters) {
    Map<?, ?> answer = result(send(session, method, parameters), method);
    if (answer.get("error") != null) {
      throw new AssertionError(method + ": " + answer.get("error"));
    }
    return JsonTree.asObject(answer.get("result"));
  }

  /** Sends a command; its answer comes later, as it is. */
  Future<Map<?, ?>> send(String session, String method, Map<String, ?> parameters) {
    long id = lastId.incrementAndGet();
    Map<String, Object> command = new LinkedHashMap<>();
    command.put("id", id);
    command.put("method", method);
    command.put("params", parameters);
    if (!session.isEmpty()) {
      command.put("sessionId", session);
    }
    String text = JsonText.of(command);
    CompletableFuture<Map<?, ?>> answer = inbox.expect(id);
    sending.lock();
    try {
      WebSocket _ = result(socket.sendText(text, true), method);
    } finally {
      sending.unlock();
    }
    return answer;
  }

  private static <T> T result(Future<T> future, String what) {
    try {
      return future.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw new AssertionError("the browser does not answer: " + what, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }

  @Override
  public void close() {
    socket.abort();
    http.shutdownNow();
  }

  /** What the browser says, passed on to those who wait for it. */
  private static final class Inbox implements WebSocket.Listener {
    private final Map<Long, CompletableFuture<Map<?, ?>>> calls = new ConcurrentHashMap<>();
    private final Map<String, BiConsumer<String, Map<?, ?>>> sessions = new ConcurrentHashMap<>();
    private final StringBuilder begun = new StringBuilder();
    private volatile @Nullable Throwable end;

    CompletableFuture<Map<?, ?>> expect(long id) {
      CompletableFuture<Map<?, ?>> answer = new CompletableFuture<>();
      calls.put(id, answer);
      Throwable ended = end;
      if (ended != null) {
        answer.completeExceptionally(ended);
      }
      return answer;
    }

    @Override
    public @Nullable CompletableFuture<?> onText(WebSocket from, CharSequence part, boolean last) {
      begun.append(part);
      if (last) {
        String text = begun.toString();
        begun.setLength(0);
        take(JsonTree.object(text));
      }
      from.request(1);
      return null;
    }

    private void take(Map<?, ?> message) {
      if (message.get("id") instanceof Long id) {
        CompletableFuture<Map<?, ?>> answer = calls.remove(id);
        if (answer != null) {
          answer.complete(message);
        }
      } else if (message.get("sessionId") instanceof String session
          && message.get("method") instanceof String method) {
        sessions
            .getOrDefault(session, (_, _) -> {})
            .accept(method, JsonTree.asObject(message.get("params")));
      }
    }

    @Override
    public @Nullable CompletableFuture<?> onClose(WebSocket from, int status, String reason) {
      over(new IllegalStateException("the browser has closed its socket: " + reason));
      return null;
    }

    @Override
    public void onError(WebSocket from, Throwable error) {
      over(error);
    }

    private void over(Throwable cause) {
      end = cause;
      calls.values().forEach(answer -> answer.completeExceptionally(cause));
    }
  }
}
