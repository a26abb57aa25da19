package dev.graspd.server.web;

import dev.graspd.server.charge.Payer;
import dev.graspd.server.web.http.HttpCodec;
import dev.graspd.server.web.http.Pipelined;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Passes on the requests of a connection one after the other: the next one when the one before it
 * has arrived completely and its answer is written. Early requests wait within limits; a client
 * that sends more gets its answer, and the connection ends. It follows the codec in the pipeline.
 */
@SuppressWarnings(
    "FutureReturnValueIgnored") // a failed write ends the connection, and that is heard
final class OneAtATime extends ChannelDuplexHandler {
  private final WebContext web;
  private final HttpCodec codec;
  private final Function<HttpRequest, Payer> payers;
  private final Pipelined early;

  /** The payer of waiting requests: the client of the current request. */
  private @Nullable Payer payer;

  /** The request under way is not all here yet. */
  private boolean arriving;

  /** The answer to the request under way is not all written yet. */
  private boolean answering;

  /** Further requests are not taken: the connection ends after the current answer. */
  private boolean last;

  OneAtATime(WebContext web, HttpCodec codec, Function<HttpRequest, Payer> payers) {
    this.web = web;
    this.codec = codec;
    this.payers = payers;
    this.early =
        new Pipelined(web.pipelinedBytes(), web.settings().requests().maxPipelinedRequests());
  }

  /** Returns whether the client has sent something beyond the request under way. */
  boolean hasMore() {
    return !early.isEmpty();
  }

  /** Ends the connection after the current answer; the server is about to stop. */
  void drain(ChannelHandlerContext ctx) {
    last = true;
    early.clear();
    if (!answering) {
      ctx.close();
    }
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    Payer current = payer;
    if (last) {
      ReferenceCountUtil.release(message);
    } else if (current == null || (early.isEmpty() && isNext(ctx, message))) {
      pass(ctx, message);
    } else {
      keep(ctx, current, message);
    }
  }

  /**
   * Other messages belong to the request before them; a fetch or push removes its handler at its
   * end.
   */
  private boolean isNext(ChannelHandlerContext ctx, @Nullable Object message) {
    return message instanceof HttpRequest
        ? !arriving && !answering && ctx.pipeline().get(ExchangeHandler.class) == null
        : message != null;
  }

  private void pass(ChannelHandlerContext ctx, Object message) {
    if (message instanceof HttpRequest request) {
      payer = payers.apply(request);
      codec.nextAnswers(request.method());
      arriving = true;
      answering = true;
    }
    if (message instanceof LastHttpContent) {
      arriving = false;
    }
    ctx.fireChannelRead(message);
  }

  private void keep(ChannelHandlerContext ctx, Payer current, Object message) {
    ctx.channel().config().setAutoRead(false);
    if (!early.offer(current, message)) {
      web.metrics().connectionRefused("pipelined");
      drain(ctx);
    }
  }

  @Override
  public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
    ChannelPromise written = promise.unvoid();
    boolean isInterim =
        message instanceof HttpResponse response
            && response.status().codeClass() == HttpStatusClass.INFORMATIONAL;
    if (message instanceof LastHttpContent && !isInterim) {
      // Later, so that an answer within a request's first message does not overtake its last one.
      written.addListener(done -> {
        if (done.isSuccess()) {
          ctx.executor().execute(() -> answered(ctx));
        }
      });
    }
    ctx.write(message, written);
  }

  private void answered(ChannelHandlerContext ctx) {
    answering = false;
    if (last) {
      ctx.close();
    } else {
      proceed(ctx);
    }
  }

  /** Passes on early requests, if the request before them has ended. */
  void proceed(ChannelHandlerContext ctx) {
    if (isNext(ctx, early.peek()) && !ctx.isRemoved()) {
      feed(ctx);
    }
  }

  private void feed(ChannelHandlerContext ctx) {
    ctx.channel().config().setAutoRead(true);
    while (isNext(ctx, early.peek())) {
      pass(ctx, early.remove());
    }
    if (!early.isEmpty()) {
      ctx.channel().config().setAutoRead(false);
    }
    ctx.fireChannelReadComplete();
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    early.clear();
    ctx.fireChannelInactive();
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext ctx) {
    early.clear();
  }
}
