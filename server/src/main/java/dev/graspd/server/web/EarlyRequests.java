package dev.graspd.server.web;

import dev.graspd.core.nostr.HeapBytes;
import dev.graspd.server.charge.ByteBudget;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.util.ReferenceCountUtil;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;

/**
 * What a client sends of its next requests while one is carried out. A request of 18 bytes takes
 * some hundred in memory, so these are counted. When there are too many, all of them are dropped,
 * and so is what follows: no request may be left out between two others. For the event loop.
 */
final class EarlyRequests {
  /** The objects of a request, and of a part of a body, without their texts and bytes. */
  private static final int REQUEST_BYTES = 512;

  private static final int CONTENT_BYTES = 128;

  private final int maxBytes;
  private final ByteBudget.Charge memory;
  private final Deque<Object> messages = new ArrayDeque<>();
  private boolean dropped;

  EarlyRequests(int maxBytes, ByteBudget.Charge memory) {
    this.maxBytes = maxBytes;
    this.memory = memory;
  }

  /** Keeps a message, or releases it; returns whether all that came is still here. */
  boolean add(Object message) {
    long bytes = heapBytes(message);
    dropped = dropped || memory.bytes() + bytes > maxBytes || !memory.grow(bytes);
    if (dropped) {
      ReferenceCountUtil.release(message);
      clear();
    } else {
      messages.addLast(message);
    }
    return !dropped;
  }

  private static long heapBytes(Object message) {
    long bytes = CONTENT_BYTES;
    if (message instanceof HttpRequest request) {
      bytes += REQUEST_BYTES + HeapBytes.of(request.uri());
      for (Map.Entry<String, String> header : request.headers()) {
        bytes += HeapBytes.ENTRY + HeapBytes.of(header.getKey()) + HeapBytes.of(header.getValue());
      }
    }
    if (message instanceof HttpContent content) {
      bytes += content.content().readableBytes();
    }
    return bytes;
  }

  /** Returns whether something waits here, or was dropped: nothing more should be read then. */
  boolean isWaiting() {
    return dropped || !messages.isEmpty();
  }

  /** Hands all of it over. */
  Deque<Object> take() {
    Deque<Object> taken = new ArrayDeque<>(messages);
    messages.clear();
    memory.shrink(memory.bytes());
    return taken;
  }

  void clear() {
    take().forEach(ReferenceCountUtil::release);
  }
}
