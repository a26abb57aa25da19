package dev.graspd.server.egress.dial;

import dev.graspd.server.egress.dns.Resolver;
import java.security.NoSuchAlgorithmException;
import java.util.random.RandomGenerator;
import javax.net.ssl.SSLContext;

/**
 * The settings of outgoing connections.
 *
 * @param userAgent our name for other servers
 * @param trust the certificates that we trust
 * @param random for keys and masks; hard to guess
 */
public record EgressSetup(
    EgressRules rules,
    EgressTimes times,
    String userAgent,
    Resolver resolver,
    SSLContext trust,
    RandomGenerator random) {
  /** Returns a setup with Java's default trust in certificates. */
  public static EgressSetup trustingUsually(
      EgressRules rules,
      EgressTimes times,
      String userAgent,
      Resolver resolver,
      RandomGenerator random) {
    try {
      return new EgressSetup(rules, times, userAgent, resolver, SSLContext.getDefault(), random);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this Java has no TLS", e);
    }
  }
}
