package dev.graspd.server.web;

import io.netty.channel.Channel;

/** Whether one connection waits for the next request of its client. Owned by its event loop. */
@SuppressWarnings("FutureReturnValueIgnored") // nothing follows from the end of the connection
final class Pause {
  private final IdleConnections idle;
  private final Welcome welcome;
  private final HttpCodec codec;
  private boolean underWay;

  Pause(IdleConnections idle, Welcome welcome, HttpCodec codec) {
    this.idle = idle;
    this.welcome = welcome;
    this.codec = codec;
  }

  /** All is answered; returns false if the next request has begun already. */
  boolean begin(Channel channel) {
    if (codec.hasBegun()) {
      return false;
    }
    underWay = true;
    idle.add(welcome, channel::close);
    return true;
  }

  /** Returns whether the first bytes of the next request are here. */
  boolean isOver() {
    return underWay && codec.hasBegun();
  }

  /**
   * The client asks again, or has gone.
   *
   * @return false if the connection made room for another one meanwhile
   */
  boolean end() {
    boolean isOurs = !underWay || idle.remove(welcome);
    underWay = false;
    return isOurs;
  }
}
