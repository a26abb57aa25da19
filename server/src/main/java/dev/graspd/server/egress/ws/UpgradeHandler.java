package dev.graspd.server.egress.ws;

import dev.graspd.server.egress.dial.Failure;
import dev.graspd.server.egress.dial.TalkHandler;
import dev.graspd.server.egress.dial.Target;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.concurrent.ScheduledFuture;
import java.time.Duration;
import java.util.Base64;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The WebSocket handshake on one new connection, within one time limit for all of it. */
final class UpgradeHandler extends TalkHandler {
  /**
   * The request for an upgrade.
   *
   * @param nonce 16 random bytes
   */
  record Request(Target target, String userAgent, boolean deflate, byte[] nonce, Duration limit) {
    String key() {
      return Base64.getEncoder().encodeToString(nonce);
    }
  }

  /** Takes over an upgraded connection: puts its own handler into the pipeline. */
  @FunctionalInterface
  interface Takeover {
    void begin(ChannelHandlerContext ctx, boolean deflate);
  }

  private final Request request;
  private final Takeover takeover;
  private final Consumer<Failure> failed;
  private @Nullable ScheduledFuture<?> deadline;
  private boolean deflate;
  private boolean upgraded;

  UpgradeHandler(Request request, Takeover takeover, Consumer<Failure> failed) {
    this.request = request;
    this.takeover = takeover;
    this.failed = failed;
  }

  @Override
  public void channelActive(ChannelHandlerContext ctx) {
    deadline =
        ctx.executor()
            .schedule(
                () -> end(ctx, new Failure.TimedOut("WebSocket handshake")),
                request.limit().toNanos(),
                TimeUnit.NANOSECONDS);
    super.channelActive(ctx);
  }

  @Override
  protected void ready(ChannelHandlerContext ctx) {
    DefaultFullHttpRequest message =
        new DefaultFullHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.GET, request.target().path());
    message
        .headers()
        .set(HttpHeaderNames.HOST, request.target().hostHeader())
        .set(HttpHeaderNames.CONNECTION, HttpHeaderValues.UPGRADE)
        .set(HttpHeaderNames.UPGRADE, HttpHeaderValues.WEBSOCKET)
        .set(HttpHeaderNames.SEC_WEBSOCKET_VERSION, "13")
        .set(HttpHeaderNames.SEC_WEBSOCKET_KEY, request.key())
        .set(HttpHeaderNames.USER_AGENT, request.userAgent());
    if (request.deflate()) {
      message.headers().set(HttpHeaderNames.SEC_WEBSOCKET_EXTENSIONS, UpgradeAnswer.OFFER);
    }
    var _ = ctx.writeAndFlush(message);
  }

  @Override
  protected void channelRead0(ChannelHandlerContext ctx, HttpObject message) {
    if (message instanceof HttpResponse response) {
      switch (UpgradeAnswer.of(response, request.key())) {
        case UpgradeAnswer.Upgraded(var compressed) -> {
          upgraded = true;
          deflate = compressed;
        }
        case UpgradeAnswer.Refused(var failure) -> end(ctx, failure);
      }
    }
    if (message instanceof LastHttpContent && upgraded) {
      switchOver(ctx);
    }
  }

  /** When the codec leaves, it passes on the bytes after the answer. */
  private void switchOver(ChannelHandlerContext ctx) {
    stopDeadline();
    takeover.begin(ctx, deflate);
    ctx.pipeline().remove(this);
    ctx.pipeline().remove(HttpClientCodec.class);
  }

  @Override
  protected void failed(Failure failure) {
    stopDeadline();
    failed.accept(failure);
  }

  private void stopDeadline() {
    if (deadline != null) {
      var _ = deadline.cancel(false);
    }
  }
}
