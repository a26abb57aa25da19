package dev.graspd.server.egress.ws;

import dev.graspd.server.egress.dial.Failure;
import dev.graspd.server.net.HandshakeProof;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponse;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;

/** Reads a server's answer to the WebSocket handshake (RFC 6455, section 4.1). */
sealed interface UpgradeAnswer {
  record Upgraded(boolean deflate) implements UpgradeAnswer {}

  record Refused(Failure failure) implements UpgradeAnswer {}

  /**
   * Our offer: neither side keeps context between messages, so that a quiet link costs no memory,
   * and each message has its own bound.
   */
  String OFFER = "permessage-deflate; server_no_context_takeover; client_no_context_takeover";

  /** Decides; a redirect counts as a wrong answer. */
  static UpgradeAnswer of(HttpResponse response, String key) {
    if (response.decoderResult().isFailure()) {
      return wrong("not HTTP");
    }
    int status = response.status().code();
    if (status == 429 || status >= 500) {
      return new Refused(new Failure.Busy(status));
    }
    if (status != 101) {
      return wrong("HTTP " + status + " instead of an upgrade");
    }
    return upgraded(response.headers(), key);
  }

  private static UpgradeAnswer upgraded(HttpHeaders headers, String key) {
    if (!HttpHeaderValues.WEBSOCKET.contentEqualsIgnoreCase(
            headers.get(HttpHeaderNames.UPGRADE, ""))
        || !headers.containsValue(HttpHeaderNames.CONNECTION, HttpHeaderValues.UPGRADE, true)) {
      return wrong("an upgrade to something else");
    }
    if (!HandshakeProof.of(key).equals(headers.get(HttpHeaderNames.SEC_WEBSOCKET_ACCEPT))) {
      return wrong("the upgrade lacks its proof");
    }
    if (headers.contains(HttpHeaderNames.SEC_WEBSOCKET_PROTOCOL)) {
      return wrong("a protocol that nobody asked for");
    }
    List<String> extensions = headers.getAll(HttpHeaderNames.SEC_WEBSOCKET_EXTENSIONS);
    if (extensions.isEmpty()) {
      return new Upgraded(false);
    }
    return isOurs(extensions) ? new Upgraded(true) : wrong("an extension that nobody asked for");
  }

  /** The server may choose its own window size, but must not keep context. */
  private static boolean isOurs(List<String> extensions) {
    if (extensions.size() != 1) {
      return false;
    }
    TreeSet<String> parts = new TreeSet<>();
    for (String part : extensions.getFirst().split(";", -1)) {
      parts.add(part.strip().toLowerCase(Locale.ROOT));
    }
    boolean ours = parts.remove("permessage-deflate") && parts.remove("server_no_context_takeover");
    parts.remove("client_no_context_takeover");
    parts.removeIf(part -> part.startsWith("server_max_window_bits="));
    return ours && parts.isEmpty();
  }

  private static UpgradeAnswer wrong(String why) {
    return new Refused(new Failure.WrongAnswer(why));
  }
}
