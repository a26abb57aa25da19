package dev.graspd.server.egress;

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
    RandomGenerator random) {}
