package dev.graspd.server.egress.http;

import dev.graspd.server.egress.dial.Failure;
import dev.graspd.server.egress.dial.TalkHandler;
import dev.graspd.server.egress.http.StreamResult.Answered;
import dev.graspd.server.egress.http.StreamResult.Failed;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOption;
import io.netty.handler.codec.TooLongFrameException;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.concurrent.ScheduledFuture;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One request on one new connection; another thread reads the answer. */
final class StreamHandler extends TalkHandler {
  /** The most interim answers (1xx) before the final one. */
  static final int INTERIM_HEADS_MAX = 8;

  /**
   * Bytes that the kernel may buffer for a busy reader. By default it buffers many mebibytes, and
   * Netty reads all of them when the sender hangs up.
   */
  static final int RECEIVE_BUFFER_BYTES = 1 << 20;

  private final StreamRequest request;
  private final String userAgent;
  private final FetchDeadline deadline;
  private final CompletableFuture<StreamResult> result;
  private final CompletableFuture<ChannelHandlerContext> ready;
  private @Nullable ScheduledFuture<?> headDeadline;
  private @Nullable ResponsePipe body;
  private int interimHeads;
  private boolean isInterim;
  private long bodyBytes;

  /**
   * Makes one for a new connection.
   *
   * @param ready completes when the head of the request was sent, for the sender of its file
   */
  StreamHandler(
      StreamRequest request,
      String userAgent,
      FetchDeadline deadline,
      CompletableFuture<StreamResult> result,
      CompletableFuture<ChannelHandlerContext> ready) {
    this.request = request;
    this.userAgent = userAgent;
    this.deadline = deadline;
    this.result = result;
    this.ready = ready;
  }

  @Override
  public void channelActive(ChannelHandlerContext ctx) {
    var _ = ctx.channel().config().setOption(ChannelOption.SO_RCVBUF, RECEIVE_BUFFER_BYTES);
    var _ =
        result.whenComplete((done, _) -> {
          if (!(done instanceof Answered)) {
            var _ = ctx.close();
          }
        });
    super.channelActive(ctx);
  }

  @Override
  protected void ready(ChannelHandlerContext ctx) {
    if (request.file().isPresent()) {
      // The sender decides how long the file may take; then the total time counts.
      var _ = ctx.writeAndFlush(headOfFile());
      ready.complete(ctx);
      return;
    }
    headDeadline =
        ctx.executor()
            .schedule(
                () -> end(ctx, ConnectTimeouts.noAnswer(deadline.limits())),
                deadline.limits().slowFor().toNanos(),
                TimeUnit.NANOSECONDS);
    var _ = ctx.writeAndFlush(message());
  }

  private FullHttpRequest message() {
    ByteBuf content = request.posted().map(Unpooled::wrappedBuffer).orElse(Unpooled.EMPTY_BUFFER);
    boolean posts = request.posted().isPresent();
    FullHttpRequest message =
        new DefaultFullHttpRequest(
            HttpVersion.HTTP_1_1,
            posts ? HttpMethod.POST : HttpMethod.GET,
            request.target().path(),
            content);
    setHeaders(message.headers());
    if (posts) {
      message.headers().set(HttpHeaderNames.CONTENT_LENGTH, content.readableBytes());
    }
    return message;
  }

  private HttpRequest headOfFile() {
    HttpRequest message =
        new DefaultHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.POST, request.target().path());
    setHeaders(message.headers());
    message.headers().set(HttpHeaderNames.CONTENT_LENGTH, request.fileBytes());
    return message;
  }

  private void setHeaders(HttpHeaders headers) {
    request.headers().forEach(headers::set);
    headers
        .set(HttpHeaderNames.HOST, request.target().hostHeader())
        .set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE)
        .set(HttpHeaderNames.ACCEPT_ENCODING, HttpHeaderValues.IDENTITY)
        .set(HttpHeaderNames.USER_AGENT, userAgent);
  }

  @Override
  protected void channelRead0(ChannelHandlerContext ctx, HttpObject message) {
    if (message.decoderResult().isFailure()) {
      end(ctx, unreadable(message.decoderResult().cause()));
      return;
    }
    if (message instanceof HttpResponse response) {
      head(ctx, response);
    }
    if (message instanceof HttpContent content && !isInterim && body != null) {
      take(ctx, body, content);
    }
  }

  private static Failure unreadable(Throwable cause) {
    return cause instanceof TooLongFrameException
        ? new Failure.WrongAnswer("its head is too long")
        : new Failure.NotHttp();
  }

  private void head(ChannelHandlerContext ctx, HttpResponse response) {
    HttpResponseStatus status = response.status();
    isInterim =
        status.codeClass() == HttpStatusClass.INFORMATIONAL
            && status.code() != HttpResponseStatus.SWITCHING_PROTOCOLS.code();
    if (isInterim) {
      if (++interimHeads > INTERIM_HEADS_MAX) {
        end(ctx, new Failure.WrongAnswer("too many interim answers"));
      }
      return;
    }
    stopHeadDeadline();
    String encoding = response.headers().get(HttpHeaderNames.CONTENT_ENCODING, "identity");
    if (!encoding.equalsIgnoreCase("identity")) {
      end(ctx, HttpClient.UNWANTED_ENCODING);
      return;
    }
    ResponsePipe pipe = new ResponsePipe(deadline, new Connection(ctx));
    pipe.begin();
    body = pipe;
    Answered answered =
        new Answered(new StreamAnswer(request.target(), status.code(), response.headers(), pipe));
    if (!result.complete(answered)) {
      pipe.close();
    }
  }

  private void take(ChannelHandlerContext ctx, ResponsePipe pipe, HttpContent content) {
    ByteBuf bytes = content.content();
    bodyBytes += bytes.readableBytes();
    if (bodyBytes > request.bytesMax()) {
      end(ctx, new Failure.TooLarge(request.bytesMax()));
      return;
    }
    deadline.received(bytes.readableBytes());
    if (pipe.offer(bytes)) {
      ctx.channel().config().setAutoRead(false);
    }
    if (content instanceof LastHttpContent) {
      pipe.end();
      var _ = ctx.close();
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    failed(
        new Failure.Unreachable(body == null ? "cut before it answered" : "cut within its answer"));
  }

  @Override
  protected void failed(Failure failure) {
    stopHeadDeadline();
    if (body != null) {
      body.fail(failure);
    }
    result.complete(new Failed(failure));
  }

  private void stopHeadDeadline() {
    if (headDeadline != null) {
      var _ = headDeadline.cancel(false);
    }
  }

  /** The connection, as the reader of the body sees it. */
  private record Connection(ChannelHandlerContext ctx) implements ResponsePipe.Source {
    @Override
    public void resume() {
      try {
        // Later, on the loop: it may be about to stop reading for an earlier offer.
        ctx.executor().execute(() -> ctx.channel().config().setAutoRead(true));
      } catch (RejectedExecutionException e) {
        // The event loops have ended, and the connection with them; the pipe knows.
      }
    }

    @Override
    public void cut() {
      var _ = ctx.close();
    }
  }
}
