package dev.graspd.server.web;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Optional;

/** The WebSocket handshake (RFC 6455, section 4.2). */
final class Upgrade {
  private static final String MAGIC = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

  private Upgrade() {}

  /** Returns what is wrong with the request, if anything is. */
  static Optional<String> faultOf(HttpRequest request) {
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
  static String acceptOf(HttpRequest request) {
    String key = request.headers().get(HttpHeaderNames.SEC_WEBSOCKET_KEY) + MAGIC;
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-1").digest(key.getBytes(StandardCharsets.ISO_8859_1));
      return Base64.getEncoder().encodeToString(hash);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every JDK has SHA-1", e);
    }
  }
}
