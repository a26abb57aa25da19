package dev.graspd.server.git.serve;

import dev.graspd.core.nostr.refusal.Reason;
import dev.graspd.server.charge.Payer;
import dev.graspd.server.git.Exchange;
import dev.graspd.server.git.GitMetrics.Status;
import dev.graspd.server.git.serve.pack.PackJob;
import dev.graspd.server.git.serve.request.FetchRequest;
import dev.graspd.server.requests.RequestLog;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/** An exchange that collects the facts for its line in the log. Used by one thread. */
final class WatchedFetch implements Exchange {
  private final Exchange exchange;
  private long sentBytes;
  private Optional<Reason> reason = Optional.empty();
  private boolean isClone;
  private Optional<PackJob> job = Optional.empty();

  WatchedFetch(Exchange exchange) {
    this.exchange = exchange;
  }

  /** The request is parsed. */
  void asks(FetchRequest request) {
    isClone = request.haves().isEmpty() && request.shallow().isEmpty();
  }

  void isRefused(Reason why) {
    reason = Optional.of(why);
  }

  void isComputed(PackJob by) {
    job = Optional.of(by);
  }

  /** Writes the line, except for a round of negotiation: another request follows. */
  void ended(String repository, Status status, Duration took) {
    Optional<Reason> why = reason.or(() -> job.flatMap(PackJob::reason));
    boolean isRound = status == Status.OK && job.isPresent() && !job.get().hasPack();
    if (!isRound) {
      RequestLog.read(
          new RequestLog.Request(repository, payer(), sentBytes, took, status.outcome(), why),
          isClone);
    }
  }

  @Override
  public String gitProtocol() {
    return exchange.gitProtocol();
  }

  @Override
  public OptionalLong contentLength() {
    return exchange.contentLength();
  }

  @Override
  public Payer payer() {
    return exchange.payer();
  }

  @Override
  public InputStream body(long maxBytes) {
    return exchange.body(maxBytes);
  }

  @Override
  public void readWithin(Duration time) {
    exchange.readWithin(time);
  }

  @Override
  public void stopReading(String why) {
    exchange.stopReading(why);
  }

  @Override
  public OutputStream answer(int status, String contentType) throws IOException {
    return new Counted(exchange.answer(status, contentType));
  }

  @Override
  public OutputStream answer(int status, String contentType, long bytes) throws IOException {
    return new Counted(exchange.answer(status, contentType, bytes));
  }

  @Override
  public void refuse(int status, String text) {
    exchange.refuse(status, text);
  }

  @Override
  public void abort(Throwable cause) {
    exchange.abort(cause);
  }

  private final class Counted extends FilterOutputStream {
    Counted(OutputStream out) {
      super(out);
    }

    @Override
    public void write(int value) throws IOException {
      out.write(value);
      sentBytes++;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      out.write(bytes, offset, length);
      sentBytes += length;
    }

    /** The inherited method flushes first and would hide a fault of the flush. */
    @Override
    public void close() throws IOException {
      out.close();
    }
  }
}
