package dev.graspd.server.app.server;

import dev.graspd.server.egress.Egress;
import dev.graspd.server.egress.dial.EgressSetup;
import dev.graspd.server.egress.dial.EgressTimes;
import dev.graspd.server.egress.dns.JdkResolver;
import dev.graspd.server.ops.Version;
import dev.graspd.server.ops.config.Config;
import java.security.SecureRandom;
import java.util.List;

/** Connections of a command to servers that the operator names, without a server of our own. */
public final class OutgoingConnections implements AutoCloseable {
  private final JdkResolver resolver;
  private final Egress egress;

  /** Starts the event loops; nothing is dialled yet. */
  public OutgoingConnections(Config config) {
    this.resolver = config.outgoing().resolver(EgressTimes.DEFAULT.connect());
    this.egress =
        Egress.open(
            EgressSetup.trustingUsually(
                config.outgoing().egress(List.of()),
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

  @Override
  public void close() {
    egress.close();
    resolver.close();
  }
}
