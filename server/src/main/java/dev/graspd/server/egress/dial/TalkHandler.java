package dev.graspd.server.egress.dial;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.ssl.SslCompletionEvent;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;

/** One HTTP exchange: sends its request when the connection is ready, and learns about failures. */
public abstract class TalkHandler extends SimpleChannelInboundHandler<HttpObject> {
  /** The connection is open, and secure if it should be. */
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
          end(ctx, DialFaults.ofTls(done.cause(), !ctx.channel().isActive()));
      case SslCompletionEvent _ -> {}
      default -> ctx.fireUserEventTriggered(event);
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    end(ctx, DialFaults.ofConnection(cause));
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
