package dev.graspd.server.app.server;

import dev.graspd.server.ops.StartRefused;
import dev.graspd.server.ops.config.Config;
import dev.graspd.server.web.Listener;
import java.io.IOException;
import java.net.InetSocketAddress;

/** Opens the address that the settings name. */
final class ListenAddress {
  private ListenAddress() {}

  static Listener open(InetSocketAddress bind) throws StartRefused {
    try {
      return Listener.open(bind);
    } catch (IOException e) {
      throw new StartRefused(
          "NGIT_BIND_ADDRESS: cannot listen on %s: %s"
              .formatted(Config.hostAndPort(bind), e.getMessage()),
          e);
    }
  }
}
