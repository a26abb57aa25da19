package dev.graspd.server.web.exchange;

import dev.graspd.server.relay.ClientAddress;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import java.util.Locale;
import java.util.OptionalLong;

/**
 * The head of a request whose answer comes piece by piece.
 *
 * @param isReadable whether the body has an encoding that we know
 * @param keepAlive whether the client may send another request afterwards
 * @param expectsContinue whether the client waits for "100 Continue" before it sends the body
 */
public record ExchangeRequest(
    SocketExchange.Head head, boolean isReadable, boolean keepAlive, boolean expectsContinue) {
  /** The head, the objects around it and the stack of the thread that reads the body. */
  private static final long HEAD_BYTES = 8 << 10;

  /** The window of zlib and its tables, and the buffer before it. */
  private static final long GZIP_BYTES = 48 << 10;

  /** Returns the memory that a request takes, without its body. */
  public long heapBytes() {
    return HEAD_BYTES + (head.gzip() ? GZIP_BYTES : 0);
  }

  public static ExchangeRequest of(HttpRequest request, ClientAddress client) {
    String encoding =
        request
            .headers()
            .get(HttpHeaderNames.CONTENT_ENCODING, "identity")
            .toLowerCase(Locale.ROOT);
    boolean gzip = encoding.equals("gzip") || encoding.equals("x-gzip");
    boolean modern = request.protocolVersion().compareTo(HttpVersion.HTTP_1_1) >= 0;
    long length = HttpUtil.getContentLength(request, -1L);
    return new ExchangeRequest(
        new SocketExchange.Head(
            protocolOf(request),
            length < 0 ? OptionalLong.empty() : OptionalLong.of(length),
            gzip,
            modern,
            client.payer()),
        gzip || encoding.equals("identity"),
        modern && HttpUtil.isKeepAlive(request),
        HttpUtil.is100ContinueExpected(request));
  }

  public static String protocolOf(HttpRequest request) {
    return request.headers().get("Git-Protocol", "");
  }
}
