package dev.graspd.server.web;

import dev.graspd.server.relay.ClientAddress;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What the head of a fetch or push says.
 *
 * @param isReadable whether the body is encoded in a way that is understood here
 * @param keepAlive whether the client may send another request afterwards
 * @param expectsContinue whether the client waits for a word before it sends the body
 */
record GitRequest(
    GitExchange.Head head, boolean isReadable, boolean keepAlive, boolean expectsContinue) {
  private static final int NETWORK_BYTES = 8;

  static GitRequest of(HttpRequest request, ClientAddress client) {
    String encoding =
        request
            .headers()
            .get(HttpHeaderNames.CONTENT_ENCODING, "identity")
            .toLowerCase(Locale.ROOT);
    boolean gzip = encoding.equals("gzip") || encoding.equals("x-gzip");
    boolean modern = request.protocolVersion().compareTo(HttpVersion.HTTP_1_1) >= 0;
    long length = HttpUtil.getContentLength(request, -1L);
    return new GitRequest(
        new GitExchange.Head(
            protocolOf(request),
            length < 0 ? OptionalLong.empty() : OptionalLong.of(length),
            gzip,
            modern,
            limitedBy(client)),
        gzip || encoding.equals("identity"),
        modern && HttpUtil.isKeepAlive(request),
        HttpUtil.is100ContinueExpected(request));
  }

  static String protocolOf(HttpRequest request) {
    return request.headers().get("Git-Protocol", "");
  }

  /** An IPv4 address, or the /64 that one IPv6 customer has; nobody for the operator's own. */
  static Optional<String> limitedBy(ClientAddress client) {
    if (client.isOperator()) {
      return Optional.empty();
    }
    InetAddress address = client.address();
    return Optional.of(
        address instanceof Inet6Address
            ? networkOf(address).getHostAddress() + "/64"
            : address.getHostAddress());
  }

  private static InetAddress networkOf(InetAddress address) {
    byte[] bytes = address.getAddress();
    Arrays.fill(bytes, NETWORK_BYTES, bytes.length, (byte) 0);
    try {
      return InetAddress.getByAddress(bytes);
    } catch (UnknownHostException e) {
      throw new AssertionError("an address keeps its length", e);
    }
  }
}
