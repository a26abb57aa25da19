package dev.graspd.server.web.socket;

import dev.graspd.server.net.HandshakeProof;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import java.util.Optional;

/** The WebSocket handshake (RFC 6455, section 4.2). */
public final class Upgrade {
  private Upgrade() {}

  public static Optional<String> faultOf(HttpRequest request) {
    if (!request.method().equals(HttpMethod.GET)) {
      return Optional.of("an upgrade is a GET");
    }
    if (!request
        .headers()
        .containsValue(HttpHeaderNames.CONNECTION, HttpHeaderValues.UPGRADE, true)) {
      return Optional.of("the Connection header does not say Upgrade");
    }
    if (!"13".equals(request.headers().get(HttpHeaderNames.SEC_WEBSOCKET_VERSION))) {
      return Optional.of("only WebSocket version 13 is spoken here");
    }
    return request.headers().contains(HttpHeaderNames.SEC_WEBSOCKET_KEY)
        ? Optional.empty()
        : Optional.of("there is no Sec-WebSocket-Key");
  }

  /** Returns the proof that the request was understood. */
  public static String acceptOf(HttpRequest request) {
    return HandshakeProof.of(request.headers().get(HttpHeaderNames.SEC_WEBSOCKET_KEY));
  }
}
