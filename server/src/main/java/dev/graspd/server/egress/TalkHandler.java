package dev.graspd.server.egress;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.ssl.SslCompletionEvent;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;

/** One HTTP exchange: asks when the connection is ready, and hears how it fails. */
abstract class TalkHandler extends SimpleChannelInboundHandler<HttpObject> {
  /** The connection stands, and is secure if it should be. */
  protected abstract void ready(ChannelHandlerContext ctx);

  /** The first failure counts; the connection is closed afterwards. */
  protected abstract void failed(Failure failure);

  @Override
  public void channelActive(ChannelHandlerContext ctx) {
    if (ctx.pipeline().get(SslHandler.class) == null) {
      ready(ctx);
    }
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
    switch (event) {
      case SslHandshakeCompletionEvent done when done.isSuccess() -> ready(ctx);
      case SslHandshakeCompletionEvent done ->
          end(ctx, Faults.ofTls(done.cause(), !ctx.channel().isActive()));
      case SslCompletionEvent _ -> {}
      default -> ctx.fireUserEventTriggered(event);
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    end(ctx, Faults.ofConnection(cause));
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    failed(new Failure.Unreachable("cut before it answered"));
  }

  protected final void end(ChannelHandlerContext ctx, Failure failure) {
    failed(failure);
    var _ = ctx.close();
  }
}
