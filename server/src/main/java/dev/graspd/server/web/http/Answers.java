package dev.graspd.server.web.http;

import dev.graspd.server.git.GitService;
import dev.graspd.server.web.site.SiteReply;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import java.nio.charset.StandardCharsets;
import java.util.SortedMap;

/** Builds HTTP answers. Every one of them carries the CORS headers once (G01-4). */
public final class Answers {
  private static final String NO_LARGE_FILES =
      """
      {"message":"Git LFS is not offered here: commit large files without it ('git lfs migrate export'), or store them at another LFS server ('git config lfs.url')"}
      """;
  private static final String TEXT = "text/plain; charset=utf-8";
  private static final String NOSNIFF = "X-Content-Type-Options";
  private static final String METHODS = "GET, POST, OPTIONS, HEAD";
  private static final String REQUEST_HEADERS =
      "Content-Type, Authorization, Git-Protocol, Accept, Content-Encoding, User-Agent,"
          + " X-Requested-With";

  private static final String SITE_POLICY =
      "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none';"
          + " frame-ancestors 'none'";
  private static final String NOTHING_POLICY =
      "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

  /** What a page could ask a browser for; none of it is granted. */
  private static final String NO_PERMISSIONS =
      "accelerometer=(), autoplay=(), camera=(), display-capture=(), encrypted-media=(),"
          + " fullscreen=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(),"
          + " payment=(), picture-in-picture=(), publickey-credentials-get=(),"
          + " screen-wake-lock=(), usb=(), xr-spatial-tracking=()";

  private Answers() {}

  public static FullHttpResponse page(OpsPages.Page page) {
    FullHttpResponse response = answer(page.status(), page.contentType(), page.body());
    page.headers().forEach(response.headers()::set);
    if (page.status() == HttpResponseStatus.NOT_MODIFIED.code()) {
      response.headers().remove(HttpHeaderNames.CONTENT_LENGTH);
      response.headers().remove(HttpHeaderNames.CONTENT_TYPE);
    }
    return response;
  }

  public static FullHttpResponse text(int status, String text) {
    FullHttpResponse response = answer(status, TEXT, text + "\n");
    if (status == HttpResponseStatus.SERVICE_UNAVAILABLE.code()) {
      response.headers().set(HttpHeaderNames.RETRY_AFTER, SiteReply.RETRY_SECONDS);
    }
    return response;
  }

  /** An answer of the site; its own headers win. */
  public static FullHttpResponse site(SiteReply reply) {
    ByteBuf content = Unpooled.wrappedBuffer(reply.body());
    FullHttpResponse response = bare(HttpResponseStatus.valueOf(reply.status()), content);
    HttpHeaders headers = response.headers();
    siteHeaders(headers, reply.headers());
    boolean hasBody = reply.status() != HttpResponseStatus.NOT_MODIFIED.code();
    if (hasBody && !headers.contains(HttpHeaderNames.CONTENT_LENGTH)) {
      headers.set(HttpHeaderNames.CONTENT_LENGTH, content.readableBytes());
    }
    return response;
  }

  /** The beginning of an answer of the site; its parts follow. */
  public static HttpResponse siteHead(int status, SortedMap<String, String> own) {
    HttpResponse response =
        new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(status));
    cors(response.headers());
    siteHeaders(response.headers(), own);
    return response;
  }

  /** W-92: pages run no scripts, and load nothing from anywhere else. */
  private static void siteHeaders(HttpHeaders headers, SortedMap<String, String> own) {
    headers.set(HttpHeaderNames.CONTENT_SECURITY_POLICY, SITE_POLICY);
    headers.set(HttpHeaderNames.ACCESS_CONTROL_EXPOSE_HEADERS, "ETag, Link, Retry-After");
    browserHeaders(headers);
    own.forEach(headers::set);
  }

  /** What every answer forbids a browser, whatever it is. */
  private static void browserHeaders(HttpHeaders headers) {
    headers.set(NOSNIFF, "nosniff");
    headers.set("Referrer-Policy", "no-referrer");
    headers.set("Permissions-Policy", NO_PERMISSIONS);
    headers.set("Cross-Origin-Opener-Policy", "same-origin");
  }

  /** Git's older protocol, for which a client needs no service. */
  public static FullHttpResponse noSuchService() {
    return text(
        403,
        "dumb HTTP is not served: ask for info/refs?service=git-upload-pack or git-receive-pack");
  }

  /** The text that a Git LFS client shows to its user. */
  public static FullHttpResponse noLargeFiles() {
    return answer(501, "application/vnd.git-lfs+json", NO_LARGE_FILES);
  }

  public static FullHttpResponse moved(String location) {
    FullHttpResponse response = text(301, "this page is at " + location);
    response.headers().set(HttpHeaderNames.LOCATION, location);
    return response;
  }

  public static FullHttpResponse git(GitService.Answer answer) {
    ByteBuf content = Unpooled.wrappedBuffer(answer.body());
    FullHttpResponse response = bare(HttpResponseStatus.valueOf(answer.status()), content);
    gitHeaders(response.headers(), answer.contentType());
    response.headers().set(HttpHeaderNames.CONTENT_LENGTH, content.readableBytes());
    return response;
  }

  /** The beginning of an answer of git; its parts follow. */
  public static HttpResponse gitHead(int status, String contentType) {
    HttpResponse response =
        new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(status));
    cors(response.headers());
    gitHeaders(response.headers(), contentType);
    return response;
  }

  /** Refs change at any time; these are the headers of git's own server. */
  private static void gitHeaders(HttpHeaders headers, String contentType) {
    headers.set(HttpHeaderNames.CONTENT_TYPE, contentType);
    headers.set(HttpHeaderNames.CACHE_CONTROL, "no-cache, max-age=0, must-revalidate");
    headers.set(HttpHeaderNames.EXPIRES, "Fri, 01 Jan 1980 00:00:00 GMT");
    headers.set(HttpHeaderNames.PRAGMA, "no-cache");
    headers.set(NOSNIFF, "nosniff");
  }

  public static FullHttpResponse preflight() {
    FullHttpResponse response = bare(HttpResponseStatus.NO_CONTENT, Unpooled.EMPTY_BUFFER);
    response.headers().set(HttpHeaderNames.ACCESS_CONTROL_MAX_AGE, "86400");
    return response;
  }

  /** The answer that turns the connection into a WebSocket. */
  public static FullHttpResponse upgraded(String accept, boolean deflate) {
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
    headers.set(HttpHeaderNames.CONTENT_SECURITY_POLICY, contentPolicy(contentType));
    browserHeaders(headers);
    return response;
  }

  /** Pages have the style sheet and the icon of the site; documents for programs load nothing. */
  private static String contentPolicy(String contentType) {
    return contentType.startsWith("text/html") ? SITE_POLICY : NOTHING_POLICY;
  }

  private static FullHttpResponse bare(HttpResponseStatus status, ByteBuf content) {
    FullHttpResponse response = new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, status, content);
    cors(response.headers());
    return response;
  }

  private static void cors(HttpHeaders headers) {
    headers.set(HttpHeaderNames.ACCESS_CONTROL_ALLOW_ORIGIN, "*");
    headers.set(HttpHeaderNames.ACCESS_CONTROL_ALLOW_METHODS, METHODS);
    headers.set(HttpHeaderNames.ACCESS_CONTROL_ALLOW_HEADERS, REQUEST_HEADERS);
  }
}
