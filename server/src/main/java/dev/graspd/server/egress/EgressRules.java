package dev.graspd.server.egress;

import dev.graspd.server.net.Cidr;
import java.net.InetAddress;
import java.util.List;

/**
 * What the operator allows.
 *
 * @param allowNonGlobal any address, and plain text: for tests and closed installations
 * @param allowPlaintext ws and http to everybody
 * @param allowed networks that may be dialled though they are not global
 * @param own addresses of this server, which would only dial itself
 */
public record EgressRules(
    boolean allowNonGlobal, boolean allowPlaintext, List<Cidr> allowed, List<InetAddress> own) {
  /** What holds where the configuration says nothing. */
  public static final EgressRules STRICT = new EgressRules(false, false, List.of(), List.of());

  /** Copies the lists. */
  public EgressRules {
    allowed = List.copyOf(allowed);
    own = List.copyOf(own);
  }

  /** Returns whether the target may be spoken to in this scheme. */
  boolean permitsScheme(Target target) {
    return target.scheme().isSecure()
        || allowPlaintext
        || allowNonGlobal
        || target.namedBy() == NamedBy.OPERATOR;
  }
}
