package dev.graspd.server.web;

import dev.graspd.core.nostr.Reason;
import dev.graspd.core.repo.RefSpace;
import dev.graspd.server.git.GitService;
import dev.graspd.server.relay.ClientAddress;
import dev.graspd.server.web.ConnectionLimits.Lease;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.ScheduledFuture;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection while it speaks HTTP: finds what is asked for, answers, or turns the connection
 * into a WebSocket. Bodies are passed over; nothing here gathers them.
 */
@SuppressWarnings(
    "FutureReturnValueIgnored") // a failed write ends the connection, and that is heard
final class HttpHandler extends ChannelInboundHandlerAdapter {
  private static final Logger LOG = LoggerFactory.getLogger(HttpHandler.class);

  /** A body that nobody wants may be this long before the connection is cut. */
  private static final long UNWANTED_BODY_BYTES_MAX = 1 << 20;

  /** A request for refs has a few hundred bytes. */
  private static final int SMALL_POST_BYTES_MAX = 4 << 10;

  private static final String NO_SUCH_SERVICE =
      "dumb HTTP is not served: ask for info/refs?service=git-upload-pack or git-receive-pack";

  private final WebContext web;

  private final Welcome welcome;

  /** A place for the client that a proxy speaks for. */
  private @Nullable Lease forwarded;

  private @Nullable ScheduledFuture<?> deadline;
  private @Nullable HttpRequest upgrade;

  /** A small request for git whose body should come with its head; for this turn of the loop. */
  private @Nullable Post post;

  private long bodyBytes;
  private boolean closing;

  private record Post(GitFront git, HttpRequest request, RefSpace space, GitService.Name service) {
    boolean isSmall() {
      long length = HttpUtil.getContentLength(request, -1L);
      return service == GitService.Name.UPLOAD_PACK
          && length > 0
          && length <= SMALL_POST_BYTES_MAX
          && !request.headers().contains(HttpHeaderNames.CONTENT_ENCODING)
          && !HttpUtil.is100ContinueExpected(request);
    }

    Optional<GitService.Answer> answer(ByteBuf body) {
      String protocol = GitRequest.protocolOf(request);
      return git.service().atOnce(space, service, protocol, ByteBufUtil.getBytes(body));
    }
  }

  HttpHandler(WebContext web, Welcome welcome) {
    this.web = web;
    this.welcome = welcome;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) {
    expect(ctx, welcome.no().isEmpty() ? web.times().requestHead() : web.times().closing());
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext ctx) {
    cancelDeadline();
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    cancelDeadline();
    if (forwarded != null) {
      forwarded.end();
    }
    ctx.fireChannelInactive();
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    Post waiting = post;
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
        body(ctx, content.content());
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
    Post waiting = post;
    if (waiting != null && !closing) {
      post = null;
      GitHandler _ = handOver(ctx, waiting);
    }
    ctx.fireChannelReadComplete();
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
    if (!ctx.channel().isWritable()) {
      // It asks for more and more and does not read what it asked for.
      web.metrics().connectionRefused("slow-reader");
      closing = true;
      ctx.close();
      return;
    }
    expect(ctx, web.times().requestHead());
    if (request.decoderResult().isFailure()) {
      answerLast(ctx, unreadable(request.decoderResult().cause()));
      return;
    }
    Optional<FullHttpResponse> refusal = refusalOf(request);
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
    switch (Route.of(request, web.settings().basePath())) {
      case Route.Preflight() -> answer(ctx, request, Answers.preflight());
      case Route.Page(var page) -> answer(ctx, request, Answers.page(page.apply(web.pages())));
      case Route.WrongMethod() -> answer(ctx, request, Answers.text(405, "method not allowed"));
      case Route.NotFound() -> answer(ctx, request, Answers.page(web.pages().notFound()));
      case Route.Relay() -> checkUpgrade(ctx, request);
      case Route.RepositoryPage(var repository) ->
          answer(ctx, request, Answers.page(web.pages().repository(repository)));
      case Route.RepositoryDocument(var repository) ->
          answer(ctx, request, Answers.page(web.pages().repositoryDocument(repository)));
      case Route.NoRepositoryDocument() ->
          answer(ctx, request, Answers.page(web.pages().noRepositoryDocument()));
      case Route.RefusalPage(var slug) ->
          answer(ctx, request, Answers.page(web.pages().refusal(slug)));
      case Route.Why(var subject, var asText) ->
          answer(
              ctx,
              request,
              Answers.page(asText ? web.pages().whyAsText(subject) : web.pages().why(subject)));
      case Route.NoSuchService() -> answer(ctx, request, Answers.text(403, NO_SUCH_SERVICE));
      case Route.InfoRefs(var space, var service) -> infoRefs(ctx, request, space, service);
      case Route.Exchange(var space, var service) -> exchange(ctx, request, space, service);
    }
  }

  /** Answers here what is in memory; everything else is read on git's threads. */
  private void infoRefs(
      ChannelHandlerContext ctx, HttpRequest request, RefSpace space, GitService.Name service) {
    if (web.git().isEmpty()) {
      answer(ctx, request, Answers.page(web.pages().notFound()));
      return;
    }
    GitService git = web.git().get().service();
    Optional<GitService.Answer> ready =
        git.infoRefsAtOnce(space, service, GitRequest.protocolOf(request));
    if (ready.isPresent()) {
      answer(ctx, request, Answers.git(ready.get()));
    } else {
      GitHandler handler = handler(ctx, web.git().get(), request);
      handler.begin(exchange -> git.infoRefs(space, service, exchange), busy(service));
    }
  }

  private void exchange(
      ChannelHandlerContext ctx, HttpRequest request, RefSpace space, GitService.Name service) {
    if (web.git().isEmpty()) {
      answer(ctx, request, Answers.page(web.pages().notFound()));
      return;
    }
    Post wanted = new Post(web.git().get(), request, space, service);
    if (wanted.isSmall()) {
      post = wanted;
    } else {
      GitHandler _ = handOver(ctx, wanted);
    }
  }

  /** Answers here what takes no time: two changes of thread cost more than a list of refs. */
  private void posted(ChannelHandlerContext ctx, Post wanted, HttpContent content) {
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
        GitHandler handler = handOver(ctx, wanted);
        handler.channelRead(ctx.pipeline().context(handler), content.retain());
      }
    } catch (RuntimeException e) {
      LOG.error("a request failed", e);
      answerLast(ctx, Answers.text(500, "something went wrong here"));
    } finally {
      content.release();
    }
  }

  /** Hands the connection over; it comes back when the exchange has ended. */
  private GitHandler handOver(ChannelHandlerContext ctx, Post wanted) {
    GitHandler handler = handler(ctx, wanted.git(), wanted.request());
    GitService git = wanted.git().service();
    handler.begin(
        exchange -> git.exchange(wanted.space(), wanted.service(), exchange),
        busy(wanted.service()));
    return handler;
  }

  private static Reason busy(GitService.Name service) {
    return switch (service) {
      case UPLOAD_PACK -> Reason.FETCH_BUSY;
      case RECEIVE_PACK -> Reason.PUSH_BUSY;
    };
  }

  private GitHandler handler(ChannelHandlerContext ctx, GitFront git, HttpRequest request) {
    cancelDeadline();
    GitRequest head = GitRequest.of(request, clientOf(request));
    GitHandler handler = new GitHandler(ctx.channel(), git, head, web.times().closing());
    ctx.pipeline().addBefore(ctx.name(), "git", handler);
    return handler;
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
    if (event == GitHandler.Done.DONE) {
      expect(ctx, web.times().keepAlive());
    } else {
      ctx.fireUserEventTriggered(event);
    }
  }

  private static FullHttpResponse unreadable(Throwable cause) {
    return switch (cause) {
      case TooLongHttpLineException _ -> Answers.text(414, "the address is too long");
      case TooLongHttpHeaderException _ -> Answers.text(431, "the headers are too long");
      default -> Answers.text(400, "this is no HTTP request");
    };
  }

  private Optional<FullHttpResponse> refusalOf(HttpRequest request) {
    Optional<Welcome.No> no = welcome.no();
    // A proxy's connection carries requests of many clients; only what stays open is counted.
    if (no.isEmpty() && !welcome.isDirect() && Route.asksForWebSocket(request.headers())) {
      Optional<Lease> lease = web.limits().of(clientOf(request));
      if (lease.isEmpty()) {
        no = Optional.of(Welcome.No.FULL_FOR_ADDRESS);
        web.metrics().connectionRefused(Welcome.No.FULL_FOR_ADDRESS.label());
      } else {
        forwarded = lease.get();
      }
    }
    return no.map(why -> Answers.text(why.status(), why.text()));
  }

  private void checkUpgrade(ChannelHandlerContext ctx, HttpRequest request) {
    Optional<String> fault = Upgrade.faultOf(request);
    if (fault.isPresent()) {
      FullHttpResponse response = Answers.text(400, fault.get());
      response.headers().set(HttpHeaderNames.SEC_WEBSOCKET_VERSION, "13");
      answerLast(ctx, response);
    } else {
      upgrade = request;
    }
  }

  private void body(ChannelHandlerContext ctx, ByteBuf content) {
    bodyBytes += content.readableBytes();
    if (bodyBytes > UNWANTED_BODY_BYTES_MAX) {
      closing = true;
      ctx.close();
    }
  }

  private void end(ChannelHandlerContext ctx) {
    HttpRequest wanted = upgrade;
    if (wanted == null) {
      expect(ctx, web.times().keepAlive());
    } else if (bodyBytes > 0) {
      answerLast(ctx, Answers.text(400, "an upgrade has no body"));
    } else {
      becomeWebSocket(ctx, wanted);
    }
  }

  private void becomeWebSocket(ChannelHandlerContext ctx, HttpRequest request) {
    boolean deflate =
        DeflateOffer.isAcceptable(
            request.headers().getAll(HttpHeaderNames.SEC_WEBSOCKET_EXTENSIONS));
    ctx.writeAndFlush(Answers.upgraded(Upgrade.acceptOf(request), deflate));
    Lease lease = forwarded == null ? Lease.FREE : forwarded;
    forwarded = null;
    WebSocketHandler socket = new WebSocketHandler(web, clientOf(request), lease, deflate);
    ChannelPipeline pipeline = ctx.pipeline();
    pipeline.addAfter(ctx.name(), "websocket", socket);
    // In this order, what the client has already sent as frames goes to the socket.
    pipeline.remove(this);
    pipeline.remove(HttpServerCodec.class);
    socket.begin();
  }

  private ClientAddress clientOf(HttpRequest request) {
    List<String> hops = request.headers().getAll("X-Forwarded-For");
    ClientAddress client = web.addresses().clientOf(welcome.peer(), hops);
    if (!hops.isEmpty() && welcome.isDirect()) {
      web.forwardedByStranger(client);
    }
    return client;
  }

  private void answer(ChannelHandlerContext ctx, HttpRequest request, FullHttpResponse response) {
    boolean expectsContinue = HttpUtil.is100ContinueExpected(request);
    if (request.method().equals(HttpMethod.HEAD)) {
      // The length stays that of the page.
      response.content().clear();
    }
    if (HttpUtil.isKeepAlive(request) && !expectsContinue) {
      HttpUtil.setKeepAlive(response, true);
      ctx.writeAndFlush(response);
    } else {
      answerLast(ctx, response);
    }
  }

  private void answerLast(ChannelHandlerContext ctx, FullHttpResponse response) {
    closing = true;
    response.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
    ctx.writeAndFlush(response).addListener(ChannelFutureListener.CLOSE);
    cancelDeadline();
    // Not waited for longer: what was answered before may still be unread.
    deadline =
        ctx.executor()
            .schedule(
                () -> {
                  ctx.close();
                },
                web.times().keepAlive().toNanos(),
                TimeUnit.NANOSECONDS);
  }

  /** Gives the client so long for its next step. */
  private void expect(ChannelHandlerContext ctx, Duration within) {
    cancelDeadline();
    deadline = ctx.executor().schedule(() -> tooSlow(ctx), within.toNanos(), TimeUnit.NANOSECONDS);
  }

  private void tooSlow(ChannelHandlerContext ctx) {
    if (!closing) {
      web.metrics().connectionRefused("slow-request");
      answerLast(ctx, Answers.text(408, "the request took too long"));
    }
  }

  private void cancelDeadline() {
    if (deadline != null) {
      deadline.cancel(false);
      deadline = null;
    }
  }
}
