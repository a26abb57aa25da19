package dev.graspd.server.web.connection;

import dev.graspd.server.charge.Payer;
import dev.graspd.server.relay.ClientAddress;
import dev.graspd.server.web.connection.ConnectionLimits.Lease;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Whether a connection may stay, as far as that is known before it has said anything: there must be
 * room in all, and for its address unless a trusted proxy speaks for others; where there is none,
 * an idle connection goes first. One that may not stay learns why when it asks for something;
 * beyond a number of those, connections are cut at once.
 */
public final class ConnectionAdmission {
  /** Why a connection may not stay. */
  public enum No {
    FULL(503, "connections", "too many connections, try again later"),
    FULL_FOR_ADDRESS(429, "connections-per-address", "too many connections from your address");

    private final int status;
    private final String label;
    private final String text;

    No(int status, String label, String text) {
      this.status = status;
      this.label = label;
      this.text = text;
    }

    public int status() {
      return status;
    }

    public String label() {
      return label;
    }

    public String text() {
      return text;
    }
  }

  private final InetAddress peer;
  private final Payer payer;
  private final boolean isDirect;
  private final List<Lease> leases;
  private final @Nullable No no;
  private final boolean turnedAway;

  private ConnectionAdmission(
      ClientAddress client,
      boolean isDirect,
      List<Lease> leases,
      @Nullable No no,
      boolean turnedAway) {
    this.peer = client.address();
    this.payer = client.payer();
    this.isDirect = isDirect;
    this.leases = leases;
    this.no = no;
    this.turnedAway = turnedAway;
  }

  public static ConnectionAdmission of(
      InetSocketAddress remote,
      ClientAddresses addresses,
      ConnectionLimits limits,
      WebMetrics metrics) {
    InetAddress peer = remote.getAddress();
    boolean isDirect = !addresses.isTrusted(peer);
    ClientAddress client = addresses.direct(peer);
    IdleConnections idle = limits.idle();
    Optional<Lease> place = orAfter(limits::any, idle::makeRoom);
    if (place.isEmpty()) {
      return refused(client, isDirect, No.FULL, limits, metrics);
    }
    if (!isDirect) {
      return new ConnectionAdmission(client, false, List.of(place.get()), null, false);
    }
    Optional<Lease> own = orAfter(() -> limits.of(client), () -> idle.makeRoom(client.payer()));
    if (own.isEmpty()) {
      place.get().end();
      return refused(client, true, No.FULL_FOR_ADDRESS, limits, metrics);
    }
    return new ConnectionAdmission(client, true, List.of(place.get(), own.get()), null, false);
  }

  /** Takes a place; closes an idle connection for it if needed. */
  private static Optional<Lease> orAfter(Supplier<Optional<Lease>> place, BooleanSupplier room) {
    return place.get().or(() -> room.getAsBoolean() ? place.get() : Optional.empty());
  }

  private static ConnectionAdmission refused(
      ClientAddress client, boolean isDirect, No no, ConnectionLimits limits, WebMetrics metrics) {
    metrics.connectionRefused(no.label());
    return limits
        .refused()
        .map(lease -> new ConnectionAdmission(client, isDirect, List.of(lease), no, false))
        .orElseGet(() -> new ConnectionAdmission(client, isDirect, List.of(), no, true));
  }

  public InetAddress peer() {
    return peer;
  }

  /** Returns the payer of the connection, unless its peer is a proxy. */
  Payer payer() {
    return payer;
  }

  public boolean isDirect() {
    return isDirect;
  }

  /** Returns why the connection may not stay, if it may not. */
  public Optional<No> no() {
    return Optional.ofNullable(no);
  }

  /** Returns whether there is not even room to say why. */
  public boolean isTurnedAway() {
    return turnedAway;
  }

  public void end() {
    leases.forEach(Lease::end);
  }
}
