package dev.graspd.server.web;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import java.nio.charset.StandardCharsets;

/** Builds HTTP answers. Every one of them carries the CORS headers once (G01-4). */
final class Answers {
  private static final String TEXT = "text/plain; charset=utf-8";
  private static final String METHODS = "GET, POST, OPTIONS, HEAD";
  private static final String REQUEST_HEADERS =
      "Content-Type, Authorization, Git-Protocol, Accept, Content-Encoding, User-Agent,"
          + " X-Requested-With";

  /** Pages run no scripts and load nothing from elsewhere. */
  private static final String CONTENT_POLICY =
      "default-src 'none'; style-src 'self' 'unsafe-inline'; img-src 'self' data:;"
          + " base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

  private Answers() {}

  static FullHttpResponse page(OpsPages.Page page) {
    return answer(page.status(), page.contentType(), page.body());
  }

  /** A short text for a person. */
  static FullHttpResponse text(int status, String text) {
    return answer(status, TEXT, text + "\n");
  }

  static FullHttpResponse preflight() {
    FullHttpResponse response = bare(HttpResponseStatus.NO_CONTENT, Unpooled.EMPTY_BUFFER);
    response.headers().set(HttpHeaderNames.ACCESS_CONTROL_MAX_AGE, "86400");
    return response;
  }

  /** The answer that turns the connection into a WebSocket. */
  static FullHttpResponse upgraded(String accept, boolean deflate) {
    FullHttpResponse response = bare(HttpResponseStatus.SWITCHING_PROTOCOLS, Unpooled.EMPTY_BUFFER);
    HttpHeaders headers = response.headers();
    headers.set(HttpHeaderNames.UPGRADE, "websocket");
    headers.set(HttpHeaderNames.CONNECTION, "Upgrade");
    headers.set(HttpHeaderNames.SEC_WEBSOCKET_ACCEPT, accept);
    if (deflate) {
      headers.set(HttpHeaderNames.SEC_WEBSOCKET_EXTENSIONS, DeflateOffer.AGREED);
    }
    return response;
  }

  private static FullHttpResponse answer(int status, String contentType, String body) {
    ByteBuf content = Unpooled.wrappedBuffer(body.getBytes(StandardCharsets.UTF_8));
    FullHttpResponse response = bare(HttpResponseStatus.valueOf(status), content);
    HttpHeaders headers = response.headers();
    headers.set(HttpHeaderNames.CONTENT_TYPE, contentType);
    headers.set(HttpHeaderNames.CONTENT_LENGTH, content.readableBytes());
    headers.set(HttpHeaderNames.CACHE_CONTROL, "no-store");
    headers.set(HttpHeaderNames.VARY, "Accept");
    headers.set(HttpHeaderNames.CONTENT_SECURITY_POLICY, CONTENT_POLICY);
    headers.set("X-Content-Type-Options", "nosniff");
    return response;
  }

  private static FullHttpResponse bare(HttpResponseStatus status, ByteBuf content) {
    FullHttpResponse response = new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, status, content);
    HttpHeaders headers = response.headers();
    headers.set(HttpHeaderNames.ACCESS_CONTROL_ALLOW_ORIGIN, "*");
    headers.set(HttpHeaderNames.ACCESS_CONTROL_ALLOW_METHODS, METHODS);
    headers.set(HttpHeaderNames.ACCESS_CONTROL_ALLOW_HEADERS, REQUEST_HEADERS);
    return response;
  }
}
