package dev.graspd.bench.load;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * One WebSocket of the generator: reads frames in place, without objects for them. No extensions
 * and no fragments: a relay sends them only on request.
 */
public final class LoadSocket extends ByteToMessageDecoder {
  private static final int TEXT = 0x1;
  private static final int CLOSE = 0x8;
  private static final int PING = 0x9;
  private static final int HTTP_HEAD_MAX = 8192;

  private final URI target;
  private final Inbox inbox;
  private final CompletableFuture<LoadSocket> opened = new CompletableFuture<>();
  private @Nullable ChannelHandlerContext context;
  private boolean upgraded;
  private String closeReason = "connection lost";

  LoadSocket(URI target, Inbox inbox) {
    this.target = target;
    this.inbox = inbox;
  }

  CompletableFuture<LoadSocket> opened() {
    return opened;
  }

  /** Writes frames and flushes; from any thread. The buffer's reference passes over. */
  public void send(ByteBuf frames) {
    var _ = channel().writeAndFlush(frames, channel().voidPromise());
  }

  public EventLoop loop() {
    return channel().eventLoop();
  }

  /** Stops or resumes reading, to simulate a slow client. */
  public void reading(boolean on) {
    channel().config().setAutoRead(on);
  }

  public void close() {
    if (context != null) {
      var _ = context.close();
    }
  }

  private Channel channel() {
    if (context == null) {
      throw new IllegalStateException("not connected yet");
    }
    return context.channel();
  }

  @Override
  public void channelActive(ChannelHandlerContext ctx) {
    context = ctx;
    String path = target.getRawPath().isEmpty() ? "/" : target.getRawPath();
    String request =
        "GET %s HTTP/1.1\r\nHost: %s:%d\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: Z3Jhc3BkIGxvYWQgdGVzdA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
            .formatted(path, target.getHost(), LoadClient.port(target));
    var _ =
        ctx.writeAndFlush(
            ctx.alloc().buffer().writeBytes(request.getBytes(StandardCharsets.US_ASCII)),
            ctx.voidPromise());
  }

  @Override
  protected void decode(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) {
    if (!upgraded) {
      readHead(ctx, in);
      return;
    }
    while (readFrame(in)) {}
  }

  private void readHead(ChannelHandlerContext ctx, ByteBuf in) {
    String head = in.toString(StandardCharsets.US_ASCII);
    int end = head.indexOf("\r\n\r\n");
    if (end < 0) {
      if (head.length() > HTTP_HEAD_MAX) {
        fail(ctx, "no end of the HTTP answer");
      }
      return;
    }
    in.skipBytes(end + 4);
    if (!head.startsWith("HTTP/1.1 101 ")) {
      fail(ctx, head.lines().findFirst().orElse("no answer"));
      return;
    }
    upgraded = true;
    opened.complete(this);
  }

  private void fail(ChannelHandlerContext ctx, String why) {
    opened.completeExceptionally(new IllegalStateException("no WebSocket: " + why));
    var _ = ctx.close();
  }

  private boolean readFrame(ByteBuf in) {
    int begin = in.readerIndex();
    int readable = in.readableBytes();
    if (readable < 2) {
      return false;
    }
    int head = 2;
    long length = in.getByte(begin + 1) & 0x7f;
    if (length == 126) {
      head = 4;
      length = readable < head ? Integer.MAX_VALUE : in.getUnsignedShort(begin + 2);
    } else if (length == 127) {
      head = 10;
      length = readable < head ? Integer.MAX_VALUE : in.getLong(begin + 2);
    }
    if (readable - head < length) {
      return false;
    }
    int next = begin + head + (int) length;
    int limit = in.writerIndex();
    in.setIndex(begin + head, next);
    handle(in.getByte(begin) & 0x0f, in);
    in.setIndex(next, limit);
    return true;
  }

  private void handle(int opcode, ByteBuf payload) {
    switch (opcode) {
      case TEXT -> inbox.message(this, payload);
      case PING -> pong(payload);
      case CLOSE -> closeReason = "closed by the relay: " + reasonOf(payload);
      default -> {}
    }
  }

  private void pong(ByteBuf payload) {
    byte[] bytes = new byte[payload.readableBytes()];
    payload.readBytes(bytes);
    ByteBuf frame = channel().alloc().buffer(bytes.length + 8);
    FrameBlock.writeFrame(frame, 0xA, bytes);
    send(frame);
  }

  private static String reasonOf(ByteBuf payload) {
    if (payload.readableBytes() < 2) {
      return "no code";
    }
    return payload.readUnsignedShort() + " " + payload.toString(StandardCharsets.UTF_8);
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) throws Exception {
    opened.completeExceptionally(new IllegalStateException("no WebSocket: connection closed"));
    inbox.closed(this, closeReason);
    super.channelInactive(ctx);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    closeReason = cause.toString();
    opened.completeExceptionally(cause);
    var _ = ctx.close();
  }
}
