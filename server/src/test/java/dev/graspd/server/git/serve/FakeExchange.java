package dev.graspd.server.git.serve;

import dev.graspd.server.charge.Payer;
import dev.graspd.server.git.Exchange;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** An exchange without a network, whose client can be slow. */
public final class FakeExchange implements Exchange {
  /** The end of the exchange. */
  public sealed interface End {
    record Answered(int status, byte[] body) implements End {}

    record Refused(int status, String text) implements End {}

    record Aborted(Throwable cause) implements End {}
  }

  private final String protocol;
  private final byte[] request;
  private final CountDownLatch mayRead;
  private final String address;
  private final CompletableFuture<End> end = new CompletableFuture<>();
  private final AtomicInteger flushes = new AtomicInteger();
  private final CountDownLatch begun = new CountDownLatch(1);

  public FakeExchange(int version, byte[] request) {
    this(version, request, new CountDownLatch(0));
  }

  /** Makes one whose client takes nothing of the answer before it is told to. */
  FakeExchange(int version, byte[] request, CountDownLatch mayRead) {
    this(version, request, mayRead, "192.0.2.1");
  }

  /** Makes one whose client has an address. */
  public FakeExchange(int version, byte[] request, CountDownLatch mayRead, String address) {
    this.address = address;
    this.protocol = version == 0 ? "" : "version=" + version;
    this.request = request;
    this.mayRead = mayRead;
  }

  public boolean isBegun() {
    return begun.getCount() == 0;
  }

  public End end() {
    return end.orTimeout(30, TimeUnit.SECONDS).join();
  }

  /** Returns how often the answer was sent before its end. */
  public int flushes() {
    return flushes.get();
  }

  public byte[] body() {
    return ((End.Answered) end()).body();
  }

  /** Waits until the answer begins. */
  public void awaitBegin() throws InterruptedException {
    if (!begun.await(30, TimeUnit.SECONDS)) {
      throw new AssertionError("no answer begins");
    }
  }

  @Override
  public String gitProtocol() {
    return protocol;
  }

  @Override
  public OptionalLong contentLength() {
    return OptionalLong.of(request.length);
  }

  @Override
  public Payer payer() {
    return Payer.of(InetAddress.ofLiteral(address));
  }

  @Override
  public InputStream body(long maxBytes) {
    if (request.length <= maxBytes) {
      return new ByteArrayInputStream(request);
    }
    return new InputStream() {
      @Override
      public int read() throws IOException {
        throw new BodyTooLargeException("more than " + maxBytes);
      }

      @Override
      public int read(byte[] buffer, int offset, int length) throws IOException {
        return read();
      }
    };
  }

  @Override
  public OutputStream answer(int status, String contentType) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    return new OutputStream() {
      @Override
      public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
      }

      @Override
      public void write(byte[] data, int offset, int length) throws IOException {
        begun.countDown();
        try {
          mayRead.await();
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          throw new IOException(e);
        }
        bytes.write(data, offset, length);
      }

      @Override
      public void flush() {
        flushes.incrementAndGet();
      }

      @Override
      public void close() {
        end.complete(new End.Answered(status, bytes.toByteArray()));
      }
    };
  }

  @Override
  public void refuse(int status, String text) {
    end.complete(new End.Refused(status, text));
  }

  @Override
  public void abort(Throwable cause) {
    end.complete(new End.Aborted(cause));
  }
}
