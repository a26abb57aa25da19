package dev.graspd.server.web;

import dev.graspd.core.repo.RefSpace;
import dev.graspd.server.charge.Payer;
import dev.graspd.server.git.GitService;
import dev.graspd.server.web.connection.ConnectionAdmission;
import dev.graspd.server.web.connection.ConnectionLimits.Lease;
import dev.graspd.server.web.connection.Pause;
import dev.graspd.server.web.exchange.ExchangeRequest;
import dev.graspd.server.web.git.GitFront;
import dev.graspd.server.web.git.GitPost;
import dev.graspd.server.web.http.Answers;
import dev.graspd.server.web.http.Deadline;
import dev.graspd.server.web.http.DeflateOffer;
import dev.graspd.server.web.http.HttpCodec;
import dev.graspd.server.web.http.Prepared;
import dev.graspd.server.web.http.Reply;
import dev.graspd.server.web.http.RequestChecks;
import dev.graspd.server.web.route.Route;
import dev.graspd.server.web.socket.Upgrade;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection while it speaks HTTP: routes requests, answers them, or turns the connection into
 * a WebSocket. Bodies are skipped, not collected. {@link OneAtATime} passes a request on when the
 * one before it is answered.
 */
@SuppressWarnings(
    "FutureReturnValueIgnored") // a failed write ends the connection, and that is heard
final class HttpHandler extends ChannelInboundHandlerAdapter {
  private static final Logger LOG = LoggerFactory.getLogger(HttpHandler.class);

  /** An unwanted body may be this long before the connection is cut. */
  private static final long UNWANTED_BODY_BYTES_MAX = 1 << 20;

  /** The connection of a client that reads a long answer more slowly is cut. */
  private static final long PACE_BYTES_PER_SECOND = 16 << 10;

  private final WebContext web;
  private final ConnectionAdmission admission;
  private final HttpCodec codec;
  private final Pause pause;
  private final Deadline deadline = new Deadline();

  /** A place for the client that a proxy speaks for. */
  private @Nullable Lease forwarded;

  private @Nullable HttpRequest upgrade;

  /** A small request for git whose body should come with its head; for this turn of the loop. */
  private @Nullable GitPost post;

  private long bodyBytes;

  /** The length of the last answer. */
  private long sentBytes;

  private Stage stage = Stage.NONE;
  private boolean closing;

  /** All is answered, and the client has not read it yet. */
  private boolean unread;

  private enum Stage {
    /** There is no answer yet, or no request. */
    NONE,
    /** It is being made elsewhere. */
    AWAITED,
    /** It is on its way to the client. */
    SENT
  }

  HttpHandler(WebContext web, ConnectionAdmission admission, HttpCodec codec) {
    this.web = web;
    this.admission = admission;
    this.codec = codec;
    this.pause = new Pause(web.limits().idle(), admission, codec);
  }

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) {
    expect(ctx, admission.no().isEmpty() ? web.times().requestHead() : web.times().closing());
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext ctx) {
    boolean _ = pause.end();
    deadline.cancel();
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    closing = true;
    boolean _ = pause.end();
    deadline.cancel();
    endLease();
    ctx.fireChannelInactive();
  }

  private void endLease() {
    if (forwarded != null) {
      forwarded.end();
      forwarded = null;
    }
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    GitPost waiting = post;
    if (waiting != null && message instanceof HttpContent content && !closing) {
      post = null;
      posted(ctx, waiting, content);
      return;
    }
    try {
      if (closing) {
        return;
      }
      if (message instanceof HttpRequest request) {
        head(ctx, request);
      }
      if (message instanceof HttpContent content && !closing) {
        body(ctx, content);
      }
      if (message instanceof LastHttpContent && !closing) {
        end(ctx);
      }
    } finally {
      ReferenceCountUtil.release(message);
    }
  }

  /** The body did not come with the head, so it may take its time. */
  @Override
  public void channelReadComplete(ChannelHandlerContext ctx) {
    GitPost waiting = post;
    if (waiting != null && !closing) {
      post = null;
      ExchangeHandler _ = handOver(ctx, waiting);
    }
    if (pause.isOver()) {
      begin(ctx);
    }
    ctx.fireChannelReadComplete();
  }

  /** After a long answer a client has the usual time for its next request. */
  @Override
  public void channelWritabilityChanged(ChannelHandlerContext ctx) {
    if (unread && !closing && ctx.channel().isWritable()) {
      rest(ctx);
    }
    ctx.fireChannelWritabilityChanged();
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    if (cause instanceof IOException) {
      LOG.debug("connection {} ended", ctx.channel().remoteAddress(), cause);
    } else {
      LOG.error("connection {} failed", ctx.channel().remoteAddress(), cause);
    }
    ctx.close();
  }

  private void head(ChannelHandlerContext ctx, HttpRequest request) {
    bodyBytes = 0;
    begin(ctx);
    if (closing) {
      return;
    }
    Optional<FullHttpResponse> refusal =
        RequestChecks.refusalOf(request)
            .or(() -> admission.no().map(no -> Answers.text(no.status(), no.text())));
    if (refusal.isPresent()) {
      answerLast(ctx, refusal.get());
      return;
    }
    try {
      route(ctx, request);
    } catch (RuntimeException e) {
      LOG.error("a request failed", e);
      answerLast(ctx, Answers.text(500, "something went wrong here"));
    }
  }

  private void route(ChannelHandlerContext ctx, HttpRequest request) {
    Route route = Route.of(request, web.settings().basePath());
    boolean isTooLong = HttpUtil.getContentLength(request, 0L) > UNWANTED_BODY_BYTES_MAX;
    if (!(route instanceof Route.Exchange) && isTooLong) {
      answerLast(ctx, Answers.text(413, "send no body, or a shorter one"));
      return;
    }
    switch (route) {
      case Route.Relay() -> checkUpgrade(ctx, request);
      case Route.InfoRefs refs -> carryOut(ctx, request, RequestAnswer.of(refs, request, web));
      case Route.Exchange(var space, var service) -> exchange(ctx, request, space, service);
      case Route.Site(var address) ->
          carryOut(ctx, request, RequestAnswer.of(address, request, payer(request), web));
      case Route.Plain plain ->
          carryOut(
              ctx,
              request,
              RequestAnswer.of(PlainAnswer.of(plain, request, web.pages()), payer(request), web));
    }
  }

  private Payer payer(HttpRequest request) {
    return web.clientOf(admission, request).payer();
  }

  private void carryOut(ChannelHandlerContext ctx, HttpRequest request, RequestAnswer answer) {
    switch (answer) {
      case RequestAnswer.Ready(var response) -> answer(ctx, request, response);
      case RequestAnswer.Made(var prepared) -> answerLater(ctx, request, prepared);
      case RequestAnswer.Streamed(var git, var work, var busy) ->
          handler(ctx, git, request).begin(work, busy);
    }
  }

  /**
   * Answers a request when its answer is there, on whichever thread that is. No other request of
   * the connection is handled before. The answer must come: its maker bounds the time.
   */
  private void answerLater(
      ChannelHandlerContext ctx, HttpRequest request, CompletionStage<Prepared> answer) {
    stage = Stage.AWAITED;
    Reply reply = Reply.to(request);
    CompletionStage<Void> _ =
        answer.handle((prepared, failure) -> {
          Prepared outcome = failure == null ? prepared : Prepared.failed(failure);
          ctx.executor().execute(() -> answerNow(ctx, reply, outcome));
          return null;
        });
  }

  private void answerNow(ChannelHandlerContext ctx, Reply reply, Prepared prepared) {
    if (closing) {
      prepared.drop();
    } else {
      write(ctx, reply, prepared);
    }
  }

  private void exchange(
      ChannelHandlerContext ctx, HttpRequest request, RefSpace space, GitService.Name service) {
    if (web.git().isEmpty()) {
      answer(ctx, request, Answers.page(web.pages().notFound()));
      return;
    }
    GitPost wanted = new GitPost(web.git().get(), request, space, service);
    if (wanted.isSmall()) {
      post = wanted;
    } else {
      ExchangeHandler _ = handOver(ctx, wanted);
    }
  }

  /** Short answers are made here: two changes of thread cost more than a list of refs. */
  private void posted(ChannelHandlerContext ctx, GitPost wanted, HttpContent content) {
    try {
      boolean isWhole = content instanceof LastHttpContent && content.decoderResult().isSuccess();
      Optional<GitService.Answer> ready =
          isWhole ? wanted.answer(content.content()) : Optional.empty();
      if (ready.isPresent()) {
        answer(ctx, wanted.request(), Answers.git(ready.get()));
        if (!closing) {
          end(ctx);
        }
      } else {
        ExchangeHandler handler = handOver(ctx, wanted);
        handler.channelRead(ctx.pipeline().context(handler), content.retain());
      }
    } catch (RuntimeException e) {
      LOG.error("a request failed", e);
      answerLast(ctx, Answers.text(500, "something went wrong here"));
    } finally {
      content.release();
    }
  }

  /** Passes the connection to a git handler; it comes back when the exchange has ended. */
  private ExchangeHandler handOver(ChannelHandlerContext ctx, GitPost wanted) {
    ExchangeHandler handler = handler(ctx, wanted.git(), wanted.request());
    GitService git = wanted.git().service();
    handler.begin(
        exchange -> git.exchange(wanted.space(), wanted.service(), exchange),
        GitPost.busy(wanted.service()));
    return handler;
  }

  private ExchangeHandler handler(ChannelHandlerContext ctx, GitFront git, HttpRequest request) {
    deadline.cancel();
    ExchangeRequest head = ExchangeRequest.of(request, web.clientOf(admission, request));
    ExchangeHandler handler = new ExchangeHandler(ctx.channel(), git, head, web.times().closing());
    ctx.pipeline().addBefore(ctx.name(), "git", handler);
    return handler;
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
    if (event == ExchangeHandler.Done.DONE) {
      rest(ctx);
    } else {
      ctx.fireUserEventTriggered(event);
    }
  }

  private void checkUpgrade(ChannelHandlerContext ctx, HttpRequest request) {
    Optional<String> fault = Upgrade.faultOf(request);
    if (fault.isPresent()) {
      FullHttpResponse response = Answers.text(400, fault.get());
      response.headers().set(HttpHeaderNames.SEC_WEBSOCKET_VERSION, "13");
      answerLast(ctx, response);
      return;
    }
    // A proxy's connection carries requests of many clients; only WebSockets are counted for their
    // clients.
    Optional<Lease> lease =
        admission.isDirect()
            ? Optional.of(Lease.FREE)
            : web.limits().of(web.clientOf(admission, request));
    if (lease.isEmpty()) {
      ConnectionAdmission.No no = ConnectionAdmission.No.FULL_FOR_ADDRESS;
      web.metrics().connectionRefused(no.label());
      answerLast(ctx, Answers.text(no.status(), no.text()));
    } else {
      forwarded = lease.get();
      upgrade = request;
    }
  }

  private void body(ChannelHandlerContext ctx, HttpContent content) {
    bodyBytes += content.content().readableBytes();
    boolean isMalformed = content.decoderResult().isFailure();
    if (isMalformed && stage != Stage.SENT) {
      answerLast(ctx, Answers.text(400, "the body is malformed"));
    } else if (isMalformed || bodyBytes > UNWANTED_BODY_BYTES_MAX) {
      // Where the next request would begin is unknown, or too far away.
      closing = true;
      ctx.close();
    }
  }

  private void end(ChannelHandlerContext ctx) {
    HttpRequest wanted = upgrade;
    if (wanted == null) {
      requestEnded(ctx);
    } else if (bodyBytes > 0 || ctx.pipeline().get(OneAtATime.class).hasMore()) {
      answerLast(ctx, Answers.text(400, "an upgrade has no body"));
    } else {
      becomeWebSocket(ctx, wanted);
    }
  }

  /** The request is complete: we answer, or the client may send the next one. */
  private void requestEnded(ChannelHandlerContext ctx) {
    if (stage == Stage.AWAITED) {
      deadline.cancel();
    } else {
      rest(ctx);
    }
  }

  private void becomeWebSocket(ChannelHandlerContext ctx, HttpRequest request) {
    boolean deflate =
        DeflateOffer.isAcceptable(
            request.headers().getAll(HttpHeaderNames.SEC_WEBSOCKET_EXTENSIONS));
    ctx.writeAndFlush(Answers.upgraded(Upgrade.acceptOf(request), deflate));
    Lease lease = forwarded == null ? Lease.FREE : forwarded;
    forwarded = null;
    WebSocketHandler socket =
        new WebSocketHandler(web, web.clientOf(admission, request), lease, deflate);
    ChannelPipeline pipeline = ctx.pipeline();
    pipeline.addAfter(ctx.name(), "websocket", socket);
    // In this order, frames that the client has already sent reach the WebSocket handler.
    pipeline.remove(this);
    pipeline.remove(OneAtATime.class);
    pipeline.remove(HttpCodec.class);
    socket.begin();
  }

  private void answer(ChannelHandlerContext ctx, HttpRequest request, FullHttpResponse response) {
    write(ctx, Reply.to(request), Prepared.of(response));
  }

  private void write(ChannelHandlerContext ctx, Reply reply, Prepared prepared) {
    FullHttpResponse response = prepared.response();
    sentBytes = response.content().readableBytes();
    if (reply.withoutBody()) {
      // The length stays that of the page.
      response.content().clear();
    }
    if (!reply.keepsAlive()) {
      answerLast(ctx, prepared);
      return;
    }
    boolean isLate = stage == Stage.AWAITED;
    stage = Stage.SENT;
    HttpUtil.setKeepAlive(response, true);
    ctx.writeAndFlush(response).addListener(_ -> prepared.end());
    if (isLate && !deadline.isSet()) {
      rest(ctx);
    }
  }

  /** All requests are answered; the client may be idle until the next one. */
  private void rest(ChannelHandlerContext ctx) {
    unread = !ctx.channel().isWritable();
    if (unread) {
      expect(ctx, web.times().stalledOutput().plusSeconds(sentBytes / PACE_BYTES_PER_SECOND));
      return;
    }
    stage = Stage.NONE;
    if (ctx.pipeline().get(OneAtATime.class).hasMore() || !pause.begin(ctx.channel())) {
      expect(ctx, web.times().requestHead());
    } else {
      deadline.set(ctx.executor(), web.times().keepAlive(), () -> hangUp(ctx));
    }
  }

  /** A request comes, unless its connection was given to another one meanwhile. */
  private void begin(ChannelHandlerContext ctx) {
    stage = Stage.NONE;
    unread = false;
    if (pause.end()) {
      expect(ctx, web.times().requestHead());
    } else {
      hangUp(ctx);
    }
  }

  /** Without an answer: the client would take it for the answer to its next request. */
  private void hangUp(ChannelHandlerContext ctx) {
    closing = true;
    ctx.close();
  }

  private void answerLast(ChannelHandlerContext ctx, FullHttpResponse response) {
    answerLast(ctx, Prepared.of(response));
  }

  private void answerLast(ChannelHandlerContext ctx, Prepared prepared) {
    closing = true;
    endLease();
    FullHttpResponse response = prepared.response();
    response.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
    ctx.writeAndFlush(response)
        .addListener(_ -> prepared.end())
        .addListener(ChannelFutureListener.CLOSE);
    // Only for a limited time: the client may not have read earlier answers.
    deadline.set(ctx.executor(), web.times().stalledOutput(), () -> hangUp(ctx));
  }

  /** Limits the time for the client's next step. */
  private void expect(ChannelHandlerContext ctx, Duration within) {
    deadline.set(ctx.executor(), within, () -> tooSlow(ctx));
  }

  private void tooSlow(ChannelHandlerContext ctx) {
    if (closing) {
      return;
    }
    web.metrics().connectionRefused(ctx.channel().isWritable() ? "slow-request" : "slow-reader");
    if (stage == Stage.SENT || !codec.hasBegun()) {
      // There is no open request that an answer could belong to.
      hangUp(ctx);
    } else {
      answerLast(ctx, Answers.text(408, "the request took too long"));
    }
  }
}
