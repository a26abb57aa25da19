package dev.graspd.server.web;

import dev.graspd.core.nostr.refusal.Reason;
import dev.graspd.server.charge.ByteBudget;
import dev.graspd.server.charge.Payer;
import dev.graspd.server.git.Exchange;
import dev.graspd.server.web.exchange.AnswerPipe;
import dev.graspd.server.web.exchange.BodyPipe;
import dev.graspd.server.web.exchange.ExchangeLimits;
import dev.graspd.server.web.exchange.ExchangeRequest;
import dev.graspd.server.web.exchange.OutputPace;
import dev.graspd.server.web.exchange.SocketExchange;
import dev.graspd.server.web.git.GitFront;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.ScheduledFuture;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A connection during one exchange (a fetch, a push, a file): it is before the handler of requests
 * in the pipeline until body and answer have ended. {@link OneAtATime} keeps the client's next
 * request. Everything here runs on the event loop, except where it says otherwise.
 */
@SuppressWarnings(
    "FutureReturnValueIgnored") // a failed write ends the connection, and that is heard
final class ExchangeHandler extends ChannelInboundHandlerAdapter
    implements BodyPipe.Source, SocketExchange.Connection {
  /** Tells the handler of requests that the connection is its own again. */
  enum Done {
    DONE
  }

  private static final int CHECKS_PER_TIME = 4;

  private final Channel channel;
  private final ExchangeLimits limits;
  private final ExchangeRequest request;
  private final Duration closing;
  private final BodyPipe pipe;
  private final AnswerPipe answer;
  private final OutputPace pace;
  private final ByteBudget.Charge memory;
  private @Nullable ScheduledFuture<?> check;
  private @Nullable ScheduledFuture<?> drainDeadline;
  private volatile boolean bodyWanted;
  private volatile boolean lastRequest;
  private volatile boolean tooSlow;
  private boolean bodySeen;
  private boolean requestEnded;
  private boolean answerEnded;
  private boolean gone;
  private long drained;

  ExchangeHandler(Channel channel, GitFront git, ExchangeRequest request, Duration closing) {
    this.channel = channel;
    this.limits = git.limits();
    this.request = request;
    this.closing = closing;
    Payer payer = request.head().payer();
    this.memory = git.requests().force(payer, 0);
    this.pipe =
        new BodyPipe(
            limits.pipeBytes(), limits.stalled().toNanos(), git.requests().force(payer, 0), this);
    pipe.readWithin(limits.body());
    this.answer = new AnswerPipe(channel);
    this.pace = new OutputPace(limits);
    this.lastRequest = !request.keepAlive();
  }

  /**
   * Hands the request over, which must return at once; its body follows.
   *
   * @param busy the answer when there is no memory for it
   */
  void begin(Consumer<Exchange> work, Reason busy) {
    Duration shortest =
        limits.stalled().compareTo(limits.paceWindow()) < 0
            ? limits.stalled()
            : limits.paceWindow();
    long interval = shortest.dividedBy(CHECKS_PER_TIME).toNanos();
    check =
        channel
            .eventLoop()
            .scheduleAtFixedRate(this::checkPace, interval, interval, TimeUnit.NANOSECONDS);
    SocketExchange exchange = new SocketExchange(request.head(), pipe, answer, this, memory);
    if (!memory.grow(request.heapBytes())) {
      exchange.refuse(503, busy.refusal().message());
      return;
    }
    if (!request.isReadable()) {
      exchange.refuse(415, "a body may be compressed with gzip, and with nothing else");
      return;
    }
    try {
      work.accept(exchange);
    } catch (RuntimeException e) {
      exchange.abort(e);
    }
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    try {
      if (message instanceof HttpContent content) {
        body(content);
      }
    } finally {
      ReferenceCountUtil.release(message);
    }
  }

  private void body(HttpContent content) {
    if (content.decoderResult().isFailure()) {
      // The beginning of the next request is unknown: this is the last one.
      lastRequest = true;
      requestEnded = true;
      pipe.malformed();
      leaveIfDone();
      return;
    }
    ByteBuf bytes = content.content();
    bodySeen |= bytes.isReadable();
    if (pipe.isClosed()) {
      drained += bytes.readableBytes();
      if (drained > limits.drainBytes()) {
        channel.close();
        return;
      }
    }
    if (pipe.offer(bytes)) {
      channel.config().setAutoRead(false);
    }
    if (content instanceof LastHttpContent) {
      requestEnded = true;
      pipe.end();
      leaveIfDone();
    }
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext ctx) {
    answer.changed();
    ctx.fireChannelWritabilityChanged();
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    stop();
    ctx.fireChannelInactive();
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext ctx) {
    stop();
  }

  private void stop() {
    gone = true;
    pipe.fail("the client is gone");
    answer.changed();
    cancel(check);
    cancel(drainDeadline);
  }

  private static void cancel(@Nullable ScheduledFuture<?> timer) {
    if (timer != null) {
      timer.cancel(false);
    }
  }

  private void checkPace() {
    if (pace.isTooSlow(System.nanoTime(), answer.queued(), answer.sent())) {
      channel.close();
    }
  }

  /** Ends the connection when this exchange has ended; the server is about to stop. */
  void drain() {
    lastRequest = true;
  }

  /** Called by the thread that answers: a client that waits for "100 Continue" gets it. */
  @Override
  public void begin() {
    bodyWanted = true;
    if (request.expectsContinue()) {
      channel.writeAndFlush(
          new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.CONTINUE));
    }
  }

  /** Called by the thread that answers. */
  @Override
  public void resume() {
    if (!channel.isActive()) {
      return;
    }
    channel
        .eventLoop()
        .execute(() -> {
          if (!channel.pipeline().get(OneAtATime.class).hasMore()) {
            channel.config().setAutoRead(true);
          }
        });
  }

  /** Called by the thread that answers. */
  @Override
  public void stalled() {
    channel.close();
  }

  /** Called by any thread. */
  @Override
  public void tooSlow() {
    tooSlow = true;
    lastRequest = true;
  }

  /**
   * Called by the thread that answers. A client that did not get "100 Continue" may send the body
   * or not.
   */
  @Override
  public boolean staysOpen() {
    return !lastRequest && (bodyWanted || !request.expectsContinue());
  }

  /** Called by the thread that answers. */
  @Override
  public void answered(ChannelFuture written) {
    if (!channel.isActive()) {
      return;
    }
    if (!staysOpen()) {
      lastRequest = true;
    }
    written.addListener(done -> {
      if (done.isSuccess()) {
        answerSent();
      } else {
        channel.close();
      }
    });
  }

  private void answerSent() {
    if (gone) {
      return;
    }
    answerEnded = true;
    pipe.close();
    if (!requestEnded) {
      boolean waitsForUs = request.expectsContinue() && !bodyWanted && !bodySeen;
      Duration limit = waitsForUs || tooSlow ? closing : limits.drain();
      drainDeadline =
          channel
              .eventLoop()
              .schedule(
                  () -> {
                    channel.close();
                  },
                  limit.toNanos(),
                  TimeUnit.NANOSECONDS);
    }
    leaveIfDone();
  }

  private void leaveIfDone() {
    if (!requestEnded || !answerEnded) {
      return;
    }
    if (lastRequest) {
      channel.close();
    } else {
      leave();
    }
  }

  private void leave() {
    ChannelPipeline pipeline = channel.pipeline();
    ChannelHandlerContext before = pipeline.context(OneAtATime.class);
    pipeline.remove(this);
    channel.config().setAutoRead(true);
    before.fireUserEventTriggered(Done.DONE);
    pipeline.get(OneAtATime.class).proceed(before);
  }
}
