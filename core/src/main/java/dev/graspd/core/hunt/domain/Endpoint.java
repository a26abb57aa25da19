package dev.graspd.core.hunt.domain;

import java.util.Comparator;

/**
 * One port of a host. A port without HTTP says nothing about other ports: anybody may name any port
 * of a host that many need.
 */
public record Endpoint(Domain host, int port) implements Comparable<Endpoint> {
  private static final Comparator<Endpoint> ORDER =
      Comparator.comparing(Endpoint::host).thenComparingInt(Endpoint::port);

  @Override
  public int compareTo(Endpoint that) {
    return ORDER.compare(this, that);
  }

  @Override
  public String toString() {
    return host + ":" + port;
  }
}
