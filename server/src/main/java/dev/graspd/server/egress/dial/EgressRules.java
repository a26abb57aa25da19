package dev.graspd.server.egress.dial;

import dev.graspd.server.net.Cidr;
import java.net.InetAddress;
import java.util.List;

/**
 * The operator's rules for outgoing connections.
 *
 * @param allowNonGlobal any address, and plain text: for tests and closed installations
 * @param allowPlaintext ws and http to everybody
 * @param allowed networks that we may dial though they are not global
 * @param own addresses of this server, so that it does not dial itself
 */
public record EgressRules(
    boolean allowNonGlobal, boolean allowPlaintext, List<Cidr> allowed, List<InetAddress> own) {
  public static final EgressRules STRICT = new EgressRules(false, false, List.of(), List.of());

  public EgressRules {
    allowed = List.copyOf(allowed);
    own = List.copyOf(own);
  }

  /** Returns whether the rules allow the target's scheme. */
  boolean permitsScheme(Target target) {
    return target.scheme().isSecure()
        || allowPlaintext
        || allowNonGlobal
        || target.namedBy() == NamedBy.OPERATOR;
  }
}
