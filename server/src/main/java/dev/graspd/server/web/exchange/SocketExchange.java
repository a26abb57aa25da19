package dev.graspd.server.web.exchange;

import dev.graspd.server.charge.ByteBudget;
import dev.graspd.server.charge.Payer;
import dev.graspd.server.git.Exchange;
import dev.graspd.server.web.http.Answers;
import io.netty.channel.ChannelFuture;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpResponse;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.zip.ZipException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One exchange, as the threads that answer see it. Only its end is thread-safe. */
public final class SocketExchange implements Exchange {
  private static final Logger LOG = LoggerFactory.getLogger(SocketExchange.class);

  /**
   * The head of the request.
   *
   * @param chunked whether the client understands an answer in chunks
   */
  public record Head(
      String gitProtocol, OptionalLong contentLength, boolean gzip, boolean chunked, Payer payer) {}

  /** The connection, as an exchange uses it; from any thread. */
  public interface Connection {
    /** Returns whether another request may follow, as things stand. */
    boolean staysOpen();

    void answered(ChannelFuture written);
  }

  /** How far the answer has come. */
  private enum Phase {
    NONE,
    BEGUN,
    ENDED
  }

  private final Head head;
  private final BodyPipe pipe;
  private final AnswerPipe answer;
  private final Connection connection;
  private final ByteBudget.Charge memory;
  private final AtomicReference<Phase> phase = new AtomicReference<>(Phase.NONE);
  private final AtomicBoolean bodyTaken = new AtomicBoolean();

  /**
   * Nothing is answered yet.
   *
   * @param memory charged for it, given back at its end
   */
  public SocketExchange(
      Head head,
      BodyPipe pipe,
      AnswerPipe answer,
      Connection connection,
      ByteBudget.Charge memory) {
    this.head = head;
    this.pipe = pipe;
    this.answer = answer;
    this.connection = connection;
    this.memory = memory;
  }

  @Override
  public String gitProtocol() {
    return head.gitProtocol();
  }

  @Override
  public OptionalLong contentLength() {
    return head.contentLength();
  }

  @Override
  public Payer payer() {
    return head.payer();
  }

  @Override
  public InputStream body(long maxBytes) {
    if (bodyTaken.getAndSet(true)) {
      throw new IllegalStateException("the body is read once");
    }
    return new BodyInput(pipe, head.gzip(), maxBytes);
  }

  @Override
  public void readWithin(Duration time) {
    pipe.readWithin(time);
  }

  @Override
  public void stopReading(String why) {
    pipe.stop(why);
  }

  @Override
  public OutputStream answer(int status, String contentType) {
    HttpResponse response = Answers.gitHead(status, contentType);
    if (head.chunked()) {
      response.headers().set(HttpHeaderNames.TRANSFER_ENCODING, HttpHeaderValues.CHUNKED);
    }
    return begin(response);
  }

  @Override
  public OutputStream answer(int status, String contentType, long bytes) {
    HttpResponse response = Answers.gitHead(status, contentType);
    response.headers().set(HttpHeaderNames.CONTENT_LENGTH, bytes);
    return begin(response);
  }

  @Override
  public OutputStream answer(int status, SortedMap<String, String> headers, OptionalLong bytes) {
    HttpResponse response = Answers.siteHead(status, headers);
    if (bytes.isPresent()) {
      response.headers().set(HttpHeaderNames.CONTENT_LENGTH, bytes.getAsLong());
    } else if (head.chunked()) {
      response.headers().set(HttpHeaderNames.TRANSFER_ENCODING, HttpHeaderValues.CHUNKED);
    }
    return begin(response);
  }

  private OutputStream begin(HttpResponse response) {
    if (!phase.compareAndSet(Phase.NONE, Phase.BEGUN)) {
      throw new IllegalStateException("answered already");
    }
    // A client that waits for "100 Continue" must get it before the answer begins.
    pipe.want();
    closeUnlessItStays(response);
    answer.begin(response);
    return new AnswerStream(answer, this::end);
  }

  private void end(byte[] rest, int length) throws IOException {
    if (length > 0) {
      answer.awaitWritable();
    }
    if (phase.compareAndSet(Phase.BEGUN, Phase.ENDED)) {
      giveBack();
      connection.answered(answer.end(rest, length));
    }
  }

  private void giveBack() {
    pipe.close();
    memory.close();
  }

  @Override
  public void refuse(int status, String text) {
    if (!phase.compareAndSet(Phase.NONE, Phase.ENDED)) {
      throw new IllegalStateException("answered already");
    }
    giveBack();
    FullHttpResponse response = Answers.text(status, text);
    closeUnlessItStays(response);
    finish(response);
  }

  @Override
  public void abort(Throwable cause) {
    Phase before = phase.getAndSet(Phase.ENDED);
    if (before == Phase.ENDED) {
      return;
    }
    giveBack();
    if (cause instanceof ClientGoneException) {
      LOG.debug("a client went away", cause);
      answer.cut();
    } else if (before == Phase.BEGUN && isNoBug(cause)) {
      // Who answers logs it, with the repository.
      LOG.debug("an answer is cut short", cause);
      answer.cut();
    } else if (before == Phase.BEGUN) {
      LOG.error("an answer is cut short", cause);
      answer.cut();
    } else {
      FullHttpResponse response = fault(cause);
      closeUnlessItStays(response);
      finish(response);
    }
  }

  /** Clients that leave, are too slow or send half of something; and our own end. */
  private static boolean isNoBug(Throwable cause) {
    return cause instanceof IOException || cause instanceof InterruptedException;
  }

  /** A body that cannot be taken is the client's fault, everything else is ours. */
  private static FullHttpResponse fault(Throwable cause) {
    return switch (cause) {
      case BodyTooLargeException e -> Answers.text(413, String.valueOf(e.getMessage()));
      case BodyTooSlowException e -> Answers.text(408, String.valueOf(e.getMessage()));
      case MalformedBodyException _ -> Answers.text(400, "the body is malformed");
      case ZipException _, EOFException _ -> Answers.text(400, "the body cannot be read");
      default -> {
        LOG.error("a request failed", cause);
        yield Answers.text(500, "something went wrong here");
      }
    };
  }

  private void closeUnlessItStays(HttpResponse response) {
    if (!connection.staysOpen()) {
      response.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
    }
  }

  private void finish(HttpObject last) {
    connection.answered(answer.end(last));
  }
}
