package dev.graspd.server.charge;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.Optional;

/** The address, host or operator that bytes, places and turns are counted for. */
public sealed interface Payer {
  /** Returns the payer as text, for rows and logs; empty for the operator. */
  String text();

  /**
   * Returns the larger group this payer belongs to and shares with, if there is one: a customer who
   * has one IPv6 /64 often has the /48 around it.
   */
  default Optional<Payer> site() {
    return Optional.empty();
  }

  /** A client's address: an IPv4 address, or the /64 that one IPv6 customer has. */
  record Address(boolean isIpv6, long network) implements Payer {
    @Override
    public String text() {
      return isIpv6 ? ipv6(network) + "/64" : literal(HexFormat.of().toHexDigits((int) network));
    }

    @Override
    public Optional<Payer> site() {
      return isIpv6 ? Optional.of(new Site(network >>> 16)) : Optional.empty();
    }
  }

  record Site(long prefix) implements Payer {
    @Override
    public String text() {
      return ipv6(prefix << 16) + "/48";
    }
  }

  /** A server that we dialled, by its host without port. */
  record Host(String name) implements Payer {
    @Override
    public String text() {
      return "host " + name;
    }
  }

  /** The operator's own processes: only the budget of all payers together bounds them. */
  record Operator() implements Payer {
    @Override
    public String text() {
      return "";
    }
  }

  /** Returns the one payer that has no share of its own to keep to. */
  static Payer operator() {
    return new Operator();
  }

  default boolean isOperator() {
    return this instanceof Operator;
  }

  static Address of(InetAddress address) {
    ByteBuffer bytes = ByteBuffer.wrap(address.getAddress());
    return address instanceof Inet6Address
        ? new Address(true, bytes.getLong())
        : new Address(false, bytes.getInt());
  }

  private static String ipv6(long network) {
    return literal(HexFormat.of().toHexDigits(network) + "0".repeat(16));
  }

  private static String literal(String hexDigits) {
    try {
      return InetAddress.getByAddress(HexFormat.of().parseHex(hexDigits)).getHostAddress();
    } catch (UnknownHostException e) {
      throw new IllegalStateException("an address has 4 or 16 bytes", e);
    }
  }
}
