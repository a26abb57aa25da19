package dev.graspd.server.web.http;

import dev.graspd.server.charge.ByteBudget;
import dev.graspd.server.charge.ByteBudget.Charge;
import dev.graspd.server.charge.Payer;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.util.ReferenceCountUtil;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Requests that a client has sent while another is being answered: a limited number, and their heap
 * is charged to the client. Owned by the connection's event loop.
 */
public final class Pipelined {
  /** Approximate bytes of a message without its headers and content. */
  private static final int MESSAGE_BYTES = 256;

  /** Approximate bytes of a header entry with its two strings, without their characters. */
  private static final int HEADER_BYTES = 160;

  private record Waiting(Object message, Charge charge) {}

  private final ByteBudget budget;
  private final int maxRequests;
  private final Deque<Waiting> waiting = new ArrayDeque<>();
  private int requests;

  public Pipelined(ByteBudget budget, int maxRequests) {
    this.budget = budget;
    this.maxRequests = maxRequests;
  }

  public boolean isEmpty() {
    return waiting.isEmpty();
  }

  /** Keeps a message, which is released if there is no room; returns whether there was. */
  public boolean offer(Payer payer, Object message) {
    boolean isRequest = message instanceof HttpRequest;
    Optional<Charge> charge =
        isRequest && requests >= maxRequests
            ? Optional.empty()
            : budget.take(payer, heapBytes(message));
    if (charge.isEmpty()) {
      ReferenceCountUtil.release(message);
      return false;
    }
    requests += isRequest ? 1 : 0;
    waiting.addLast(new Waiting(message, charge.get()));
    return true;
  }

  public @Nullable Object peek() {
    Waiting first = waiting.peekFirst();
    return first == null ? null : first.message();
  }

  /** Takes the next message; the caller releases it. */
  public Object remove() {
    Waiting first = waiting.removeFirst();
    requests -= first.message() instanceof HttpRequest ? 1 : 0;
    first.charge().close();
    return first.message();
  }

  public void clear() {
    while (!waiting.isEmpty()) {
      ReferenceCountUtil.release(remove());
    }
  }

  private static long heapBytes(Object message) {
    long bytes = MESSAGE_BYTES;
    if (message instanceof HttpRequest request) {
      bytes += request.uri().length();
      for (Map.Entry<CharSequence, CharSequence> header :
          (Iterable<Map.Entry<CharSequence, CharSequence>>)
              request.headers()::iteratorCharSequence) {
        bytes += HEADER_BYTES + header.getKey().length() + header.getValue().length();
      }
    }
    if (message instanceof HttpContent content) {
      bytes += content.content().readableBytes();
    }
    return bytes;
  }
}
