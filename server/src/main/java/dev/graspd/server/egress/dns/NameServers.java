package dev.graspd.server.egress.dns;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;

/** The name servers that a file like {@code /etc/resolv.conf} lists. */
final class NameServers {
  private static final int DNS_PORT = 53;

  /** As many as the system's library asks. */
  private static final int SERVERS_MAX = 3;

  private NameServers() {}

  static List<InetSocketAddress> in(List<String> lines) {
    List<InetSocketAddress> servers = new ArrayList<>();
    for (String line : lines) {
      String[] words = line.strip().split("\\s+", -1);
      if (words.length >= 2 && words[0].equals("nameserver") && servers.size() < SERVERS_MAX) {
        add(servers, words[1]);
      }
    }
    return servers;
  }

  private static void add(List<InetSocketAddress> servers, String address) {
    try {
      servers.add(new InetSocketAddress(InetAddress.ofLiteral(address), DNS_PORT));
    } catch (IllegalArgumentException _) {
      // Skip an unreadable server.
    }
  }
}
