package dev.graspd.server.egress;

import java.security.NoSuchAlgorithmException;
import java.util.random.RandomGenerator;
import javax.net.ssl.SSLContext;

/**
 * What outgoing connections need from their owner.
 *
 * @param userAgent how we introduce ourselves
 * @param trust whose certificates are believed
 * @param random for keys and masks; hard to guess
 */
public record EgressSetup(
    EgressRules rules,
    EgressTimes times,
    String userAgent,
    Resolver resolver,
    SSLContext trust,
    RandomGenerator random) {
  /** Certificates are checked as everywhere else in Java. */
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
