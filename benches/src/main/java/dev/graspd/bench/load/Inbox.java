package dev.graspd.bench.load;

import io.netty.buffer.ByteBuf;

/** Takes the messages of a socket. Called on its event loop: quick, and never blocks. */
@FunctionalInterface
public interface Inbox {
  /** A text message; the reader index stands at its first byte, the bytes are only lent. */
  void message(LoadSocket socket, ByteBuf message);

  /** The relay closed, or the socket broke. */
  default void closed(LoadSocket socket, String why) {}
}
