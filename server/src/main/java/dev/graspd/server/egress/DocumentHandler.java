package dev.graspd.server.egress;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import java.io.ByteArrayOutputStream;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** One GET on one new connection, which ends with the result or with the patience for it. */
final class DocumentHandler extends TalkHandler {
  record Request(Target target, String userAgent, String accept) {}

  private final Request request;
  private final CompletableFuture<FetchResult> result;
  private final ByteArrayOutputStream body = new ByteArrayOutputStream();

  DocumentHandler(Request request, CompletableFuture<FetchResult> result) {
    this.request = request;
    this.result = result;
  }

  @Override
  public void channelActive(ChannelHandlerContext ctx) {
    var _ =
        result.whenComplete((_, _) -> {
          var _ = ctx.close();
        });
    super.channelActive(ctx);
  }

  @Override
  protected void ready(ChannelHandlerContext ctx) {
    DefaultFullHttpRequest message =
        new DefaultFullHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.GET, request.target().path());
    message
        .headers()
        .set(HttpHeaderNames.HOST, request.target().hostHeader())
        .set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE)
        .set(HttpHeaderNames.ACCEPT, request.accept())
        .set(HttpHeaderNames.USER_AGENT, request.userAgent());
    var _ = ctx.writeAndFlush(message);
  }

  @Override
  protected void channelRead0(ChannelHandlerContext ctx, HttpObject message) {
    if (message.decoderResult().isFailure()) {
      failed(new Failure.WrongAnswer("not HTTP"));
      return;
    }
    if (message instanceof HttpResponse response) {
      faultOf(response).ifPresent(this::failed);
    }
    if (message instanceof HttpContent content && !result.isDone()) {
      take(content);
    }
  }

  private static Optional<Failure> faultOf(HttpResponse response) {
    int status = response.status().code();
    if (status == 429 || status >= 500) {
      return Optional.of(new Failure.Busy(status));
    }
    if (status != 200) {
      return Optional.of(new Failure.WrongAnswer("HTTP " + status));
    }
    // None was asked for; a small body could unpack to a large one.
    return response.headers().contains(HttpHeaderNames.CONTENT_ENCODING)
        ? Optional.of(new Failure.WrongAnswer("an encoding that nobody asked for"))
        : Optional.empty();
  }

  private void take(HttpContent content) {
    ByteBuf bytes = content.content();
    if (body.size() + bytes.readableBytes() > HttpFetcher.DOCUMENT_BYTES_MAX) {
      failed(new Failure.WrongAnswer("more than " + HttpFetcher.DOCUMENT_BYTES_MAX + " bytes"));
      return;
    }
    byte[] piece = new byte[bytes.readableBytes()];
    bytes.readBytes(piece);
    body.writeBytes(piece);
    if (content instanceof LastHttpContent) {
      result.complete(new FetchResult.Fetched(body.toByteArray()));
    }
  }

  @Override
  protected void failed(Failure failure) {
    result.complete(new FetchResult.Failed(failure));
  }
}
