package dev.graspd.server.web;

import dev.graspd.server.net.Cidr;
import dev.graspd.server.net.FrameReader;
import dev.graspd.server.web.http.RequestLimits;
import java.net.InetSocketAddress;
import java.util.List;

/**
 * The address of the server and the limits of one socket.
 *
 * @param bind address and port; port 0 lets the system choose
 * @param basePath begins and ends with a slash; everything lives below it
 * @param trustedProxies whose forwarded addresses are believed
 * @param maxConnections sockets of all clients together
 * @param maxConnectionsPerAddress sockets of one client address
 * @param maxMessageBytes largest WebSocket message, decompressed
 * @param maxFragments most frames of one WebSocket message
 * @param maxOutputQueueBytes unsent bytes of one socket before it is closed
 * @param maxOutputQueueTotalBytes unsent bytes of all sockets together
 * @param loopbackIsOperator whether a loopback client without a forwarded address has no limits
 * @param requests what requests outside git may cost
 */
public record WebSettings(
    InetSocketAddress bind,
    String basePath,
    List<Cidr> trustedProxies,
    int maxConnections,
    int maxConnectionsPerAddress,
    int maxMessageBytes,
    int maxFragments,
    int maxOutputQueueBytes,
    long maxOutputQueueTotalBytes,
    boolean loopbackIsOperator,
    RequestLimits requests) {
  public WebSettings {
    trustedProxies = List.copyOf(trustedProxies);
  }

  FrameReader frameReader(boolean deflate) {
    return new FrameReader(FrameReader.Peer.CLIENT, maxMessageBytes, maxFragments, deflate);
  }
}
