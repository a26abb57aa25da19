package dev.graspd.server.git;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import dev.graspd.server.charge.Payer;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.zip.GZIPInputStream;

/** A request to the JDK's little server, as git's services see it. */
public final class JdkExchange implements Exchange {
  private final HttpExchange http;
  private final Payer client;
  private final CountDownLatch end = new CountDownLatch(1);

  /** Carries a request that counts as this client's. */
  public JdkExchange(HttpExchange http, Payer client) {
    this.http = http;
    this.client = client;
  }

  /** Waits until the request is answered. */
  public void awaitEnd() {
    try {
      end.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public String gitProtocol() {
    String asked = http.getRequestHeaders().getFirst("Git-Protocol");
    return asked == null ? "" : asked;
  }

  @Override
  public OptionalLong contentLength() {
    String length = http.getRequestHeaders().getFirst("Content-Length");
    return length == null ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(length));
  }

  @Override
  public Payer payer() {
    return client;
  }

  @Override
  public InputStream body(long maxBytes) {
    try {
      boolean packed = "gzip".equals(http.getRequestHeaders().getFirst("Content-Encoding"));
      return packed ? new GZIPInputStream(http.getRequestBody()) : http.getRequestBody();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public OutputStream answer(int status, String contentType) throws IOException {
    http.getResponseHeaders().set("Content-Type", contentType);
    http.sendResponseHeaders(status, 0);
    return new FilterOutputStream(http.getResponseBody()) {
      @Override
      public void write(byte[] bytes, int offset, int length) throws IOException {
        out.write(bytes, offset, length);
      }

      @Override
      public void close() throws IOException {
        super.close();
        http.close();
        end.countDown();
      }
    };
  }

  @Override
  public void refuse(int status, String text) {
    byte[] body = text.getBytes(UTF_8);
    try {
      http.sendResponseHeaders(status, body.length);
      http.getResponseBody().write(body);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      http.close();
      end.countDown();
    }
  }

  @Override
  public void abort(Throwable cause) {
    http.close();
    end.countDown();
  }
}
