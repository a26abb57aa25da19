package dev.graspd.server.web.connection;

import dev.graspd.server.web.http.HttpCodec;
import io.netty.channel.Channel;

/** Whether one connection waits for the next request of its client. Owned by its event loop. */
@SuppressWarnings("FutureReturnValueIgnored")
public // nothing follows from the end of the connection
final class Pause {
  private final IdleConnections idle;
  private final ConnectionAdmission admission;
  private final HttpCodec codec;
  private boolean underWay;

  public Pause(IdleConnections idle, ConnectionAdmission admission, HttpCodec codec) {
    this.idle = idle;
    this.admission = admission;
    this.codec = codec;
  }

  /** All is answered; returns false if the next request has begun already. */
  public boolean begin(Channel channel) {
    if (codec.hasBegun()) {
      return false;
    }
    underWay = true;
    idle.add(admission, channel::close);
    return true;
  }

  /** Returns whether the first bytes of the next request are here. */
  public boolean isOver() {
    return underWay && codec.hasBegun();
  }

  /**
   * The client asks again, or has gone.
   *
   * @return false if the connection made room for another one meanwhile
   */
  public boolean end() {
    boolean isOurs = !underWay || idle.remove(admission);
    underWay = false;
    return isOurs;
  }
}
