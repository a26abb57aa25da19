package dev.graspd.server.git.ingest;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.graspd.server.charge.Payer;
import dev.graspd.server.git.Exchange;
import dev.graspd.server.git.wire.Pkt;
import dev.graspd.server.git.wire.PktReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A POST whose bytes are in memory. */
final class MemoryExchange implements Exchange {
  private final InputStream body;
  private final ByteArrayOutputStream answer = new ByteArrayOutputStream();
  private final List<Duration> times = new CopyOnWriteArrayList<>();
  private final CountDownLatch end = new CountDownLatch(1);
  private OptionalLong contentLength = OptionalLong.empty();
  private Payer payer = Payer.of(InetAddress.ofLiteral("192.0.2.1"));
  private volatile int status;
  private volatile boolean aborted;

  MemoryExchange(byte[] body) {
    this(new ByteArrayInputStream(body));
  }

  MemoryExchange(InputStream body) {
    this.body = body;
  }

  MemoryExchange claiming(long length) {
    contentLength = OptionalLong.of(length);
    return this;
  }

  MemoryExchange from(String address) {
    payer = Payer.of(InetAddress.ofLiteral(address));
    return this;
  }

  /** Waits until it is answered or cut. */
  boolean isOver() {
    try {
      return end.await(60, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  boolean isAnswered() {
    return end.getCount() == 0;
  }

  /** The times that the client was given for its body, in the order in which it was. */
  List<Duration> times() {
    return times;
  }

  @Override
  public void readWithin(Duration time) {
    times.add(time);
  }

  @Override
  public void stopReading(String why) {
    if (body instanceof SlowBody slow) {
      slow.stop(why);
    }
  }

  /** The status of HTTP; 0 if there was no answer, or it was cut. */
  int status() {
    return aborted ? 0 : status;
  }

  String text() {
    return answer.toString(ISO_8859_1);
  }

  byte[] bytes() {
    return answer.toByteArray();
  }

  /** The lines of a report that came without side-band. */
  List<String> lines() throws IOException {
    return lines(answer.toByteArray());
  }

  static List<String> lines(byte[] bytes) throws IOException {
    PktReader reader = new PktReader(new ByteArrayInputStream(bytes));
    List<String> lines = new ArrayList<>();
    while (reader.next() instanceof Pkt.Data line) {
      lines.add(line.text());
    }
    return lines;
  }

  @Override
  public String gitProtocol() {
    return "";
  }

  @Override
  public OptionalLong contentLength() {
    return contentLength;
  }

  @Override
  public Payer payer() {
    return payer;
  }

  @Override
  public InputStream body(long maxBytes) {
    return body;
  }

  @Override
  public OutputStream answer(int newStatus, String contentType) {
    begin(newStatus);
    return new FilterOutputStream(answer) {
      @Override
      public void close() {
        end.countDown();
      }
    };
  }

  @Override
  public void refuse(int newStatus, String text) {
    begin(newStatus);
    answer.writeBytes(text.getBytes(ISO_8859_1));
    end.countDown();
  }

  private void begin(int newStatus) {
    if (status != 0) {
      throw new IllegalStateException("answered twice");
    }
    status = newStatus;
  }

  @Override
  public void abort(Throwable cause) {
    aborted = true;
    end.countDown();
  }
}
