package dev.graspd.bench.floor;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketServerProtocolHandler;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * A WebSocket server that only moves bytes: the same Netty, the same frames, no relay. The first
 * letter of a message is its command:
 *
 * <ul>
 *   <li>{@code [}: an EVENT, answered by a ready-made OK
 *   <li>{@code e<id>}: the EOSE of this subscription
 *   <li>{@code c<n>,<id>}: n ready-made EVENT frames, then the EOSE of this subscription
 *   <li>{@code b}: one ready-made EVENT frame to every other socket
 * </ul>
 */
public final class FloorServer implements AutoCloseable {
  private static final int EVENT_BYTES = 700;
  private static final int CHUNK_FRAMES = 100;
  private static final ByteBuf OK = frame("[\"OK\",\"" + "0".repeat(64) + "\",true,\"\"]");
  private static final ByteBuf EVENT = event();
  private static final ByteBuf CHUNK = chunk();

  private final EventLoopGroup loops =
      new MultiThreadIoEventLoopGroup(
          Runtime.getRuntime().availableProcessors(),
          Epoll.isAvailable() ? EpollIoHandler.newFactory() : NioIoHandler.newFactory());
  private final Set<Channel> open = ConcurrentHashMap.newKeySet();
  private final Channel listener;

  /** Listens on a port of the loopback address that the system chooses. */
  public FloorServer() {
    listener =
        new ServerBootstrap()
            .group(loops)
            .channel(
                Epoll.isAvailable() ? EpollServerSocketChannel.class : NioServerSocketChannel.class)
            .option(ChannelOption.SO_BACKLOG, 1024)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childHandler(
                new ChannelInitializer<SocketChannel>() {
                  @Override
                  protected void initChannel(SocketChannel channel) {
                    channel
                        .pipeline()
                        .addLast(new HttpServerCodec())
                        .addLast(new HttpObjectAggregator(8192))
                        .addLast(new WebSocketServerProtocolHandler("/"))
                        .addLast(new Commands());
                  }
                })
            .bind("127.0.0.1", 0)
            .syncUninterruptibly()
            .channel();
  }

  public URI uri() {
    int port = ((InetSocketAddress) listener.localAddress()).getPort();
    return URI.create("ws://127.0.0.1:" + port + "/");
  }

  /** Runs until its standard input ends, so that it cannot outlive the bench. */
  public static void main(String[] args) throws Exception {
    try (FloorServer server = new FloorServer()) {
      System.out.println(server.uri());
      System.in.read();
    }
  }

  @Override
  public void close() {
    listener.close().syncUninterruptibly();
    loops.shutdownGracefully(0, 2, TimeUnit.SECONDS).awaitUninterruptibly();
  }

  private final class Commands extends SimpleChannelInboundHandler<TextWebSocketFrame> {
    private int chunksLeft;
    private String copyId = "";

    @Override
    public void channelActive(ChannelHandlerContext ctx) throws Exception {
      open.add(ctx.channel());
      super.channelActive(ctx);
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) throws Exception {
      open.remove(ctx.channel());
      super.channelInactive(ctx);
    }

    @Override
    protected void channelRead0(ChannelHandlerContext ctx, TextWebSocketFrame message) {
      ByteBuf text = message.content();
      switch (text.getByte(text.readerIndex())) {
        case '[' -> write(ctx, OK);
        case 'e' -> echo(ctx, argument(text));
        case 'b' -> broadcast(ctx.channel());
        case 'c' -> {
          String[] numbers = argument(text).split(",", 2);
          chunksLeft = Integer.parseInt(numbers[0]) / CHUNK_FRAMES;
          copyId = numbers[1];
          copy(ctx);
        }
        default -> throw new IllegalArgumentException("unknown command");
      }
    }

    private static void echo(ChannelHandlerContext ctx, String id) {
      var _ = ctx.write(new TextWebSocketFrame("[\"EOSE\",\"" + id + "\"]"), ctx.voidPromise());
    }

    private static String argument(ByteBuf text) {
      return text.toString(StandardCharsets.US_ASCII).substring(1);
    }

    private void broadcast(Channel except) {
      for (Channel channel : open) {
        if (!channel.equals(except)) {
          var _ = channel.writeAndFlush(EVENT.retainedDuplicate(), channel.voidPromise());
        }
      }
    }

    private void copy(ChannelHandlerContext ctx) {
      while (chunksLeft > 0 && ctx.channel().isWritable()) {
        chunksLeft--;
        write(ctx, CHUNK);
        if (chunksLeft == 0) {
          echo(ctx, copyId);
        }
        ctx.flush();
      }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) throws Exception {
      copy(ctx);
      super.channelWritabilityChanged(ctx);
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) throws Exception {
      ctx.flush();
      super.channelReadComplete(ctx);
    }

    private static void write(ChannelHandlerContext ctx, ByteBuf ready) {
      var _ = ctx.write(ready.retainedDuplicate(), ctx.voidPromise());
    }
  }

  private static ByteBuf event() {
    String head = "[\"EVENT\",\"0\",{\"id\":\"";
    return frame(head + "0".repeat(EVENT_BYTES - head.length() - 3) + "\"}]");
  }

  private static ByteBuf chunk() {
    ByteBuf chunk = Unpooled.directBuffer(CHUNK_FRAMES * (EVENT_BYTES + 4));
    for (int i = 0; i < CHUNK_FRAMES; i++) {
      chunk.writeBytes(EVENT.duplicate());
    }
    return Unpooled.unreleasableBuffer(chunk);
  }

  private static ByteBuf frame(String text) {
    byte[] payload = text.getBytes(StandardCharsets.US_ASCII);
    ByteBuf frame = Unpooled.directBuffer(payload.length + 4).writeByte(0x81);
    if (payload.length < 126) {
      frame.writeByte(payload.length);
    } else {
      frame.writeByte(126).writeShort(payload.length);
    }
    return Unpooled.unreleasableBuffer(frame.writeBytes(payload));
  }
}
