package dev.graspd.server.web;

import dev.graspd.server.web.http.Answers;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.timeout.ReadTimeoutHandler;

/** Answers clients while the server is still starting (C-12): 503, and come back soon. */
@SuppressWarnings(
    "FutureReturnValueIgnored") // whether the answer arrives or not, the connection ends
final class NotReady extends ChannelInitializer<SocketChannel> {
  private static final int READ_SECONDS_MAX = 10;

  @Override
  protected void initChannel(SocketChannel connection) {
    connection
        .pipeline()
        .addLast(new ReadTimeoutHandler(READ_SECONDS_MAX), new HttpServerCodec(), new Answer());
  }

  private static final class Answer extends SimpleChannelInboundHandler<Object> {
    @Override
    protected void channelRead0(ChannelHandlerContext context, Object message) {
      if (message instanceof HttpRequest) {
        HttpResponse answer = Answers.text(503, "This server is starting. Try again in a moment.");
        answer.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
        context.writeAndFlush(answer).addListener(ChannelFutureListener.CLOSE);
      }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      context.close();
    }
  }
}
