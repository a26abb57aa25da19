package dev.graspd.server.app.outgoing;

import dev.graspd.server.egress.Egress;
import dev.graspd.server.egress.dial.EgressSetup;
import dev.graspd.server.egress.dial.EgressTimes;
import dev.graspd.server.egress.dns.JdkResolver;
import dev.graspd.server.ops.Version;
import dev.graspd.server.ops.config.Config;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.security.SecureRandom;
import java.util.List;

/** Connections to servers that the operator names, apart from those of sync and the hunt. */
public final class OutgoingConnections implements AutoCloseable {
  private final JdkResolver resolver;
  private final Egress egress;

  /** Starts the event loops; nothing is dialled yet. */
  public OutgoingConnections(Config config) {
    this(config, List.of());
  }

  /** The same for a running server, which does not dial itself for strangers. */
  static OutgoingConnections ofServer(Config config) {
    return new OutgoingConnections(config, ownAddresses());
  }

  private OutgoingConnections(Config config, List<InetAddress> own) {
    this.resolver = config.outgoing().resolver(EgressTimes.DEFAULT.connect());
    this.egress =
        Egress.open(
            EgressSetup.trustingUsually(
                config.outgoing().egress(own),
                EgressTimes.DEFAULT,
                agent(),
                resolver,
                new SecureRandom()));
  }

  public Egress egress() {
    return egress;
  }

  /** Returns our name for other servers. */
  public static String agent() {
    return "graspd/" + Version.current().number();
  }

  /** Dialling them would reach this server, or another program on this machine. */
  public static List<InetAddress> ownAddresses() {
    try {
      return NetworkInterface.networkInterfaces().flatMap(NetworkInterface::inetAddresses).toList();
    } catch (SocketException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    egress.close();
    resolver.close();
  }
}
