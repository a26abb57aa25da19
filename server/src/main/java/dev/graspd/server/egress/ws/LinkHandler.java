package dev.graspd.server.egress.ws;

import dev.graspd.core.nostr.text.Utf8;
import dev.graspd.server.charge.TokenBucket;
import dev.graspd.server.egress.dial.DialFaults;
import dev.graspd.server.egress.dial.Target;
import dev.graspd.server.net.FramePump;
import dev.graspd.server.net.FrameReader;
import dev.graspd.server.net.FrameReader.Step;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One link: turns bytes into messages for the listener, in slices and only while the listener
 * reads, and ends the connection when the peer breaks a rule. Runs on its event loop, except for
 * the methods of {@link WebSocketLink}.
 */
@SuppressWarnings(
    "FutureReturnValueIgnored") // a failed write ends the connection, and that is heard
final class LinkHandler extends ChannelInboundHandlerAdapter
    implements WebSocketLink, FramePump.Connection {
  private static final Logger LOG = LoggerFactory.getLogger(LinkHandler.class);

  private static final int UNSUPPORTED = 1003;
  private static final int BAD_DATA = 1007;
  private static final int POLICY = 1008;

  private final Target target;
  private final Channel channel;
  private final LinkLimits limits;
  private final FramePump input;
  private final LinkOutput output;
  private final TokenBucket control;

  // Set before anything is read.
  private @Nullable Listener listener;

  private boolean listening = true;
  private boolean readsElsewhere;

  /** What came after a violation; nobody reads it. */
  private int ignoredBytes;

  /** Written on the loop only. */
  private volatile @Nullable LinkEnd end;

  LinkHandler(
      Target target, Channel channel, LinkLimits limits, boolean deflate, RandomGenerator random) {
    this.target = target;
    this.channel = channel;
    this.limits = limits;
    FrameReader reader =
        new FrameReader(
            FrameReader.Peer.SERVER, limits.messageBytes(), limits.fragments(), deflate);
    this.input = new FramePump(reader, () -> channel, this);
    this.output = new LinkOutput(channel, limits, random);
    this.control = new TokenBucket(limits.controlFrames(), System.nanoTime());
  }

  /** Connects the listener; the handshake is done and nothing has been read. */
  void begin(Function<WebSocketLink, Listener> open) {
    listener = open.apply(this);
  }

  private Listener listener() {
    return Objects.requireNonNull(listener, "the link has not begun");
  }

  private boolean isEnding() {
    return end != null;
  }

  // ---- for all threads

  @Override
  public Target target() {
    return target;
  }

  @Override
  public boolean send(String text) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    if (isEnding() || !channel.isActive()) {
      return false;
    }
    if (output.reserve(utf8)) {
      onLoop(() -> output.text(utf8, this::relieve));
      return true;
    }
    // The queue may have run empty since the refusal; then this is the only notification.
    onLoop(this::relieve);
    return false;
  }

  @Override
  public void ping() {
    onLoop(output::ping);
  }

  @Override
  public void setReading(boolean reading) {
    if (channel.eventLoop().inEventLoop()) {
      listen(reading);
    } else {
      onLoop(() -> listen(reading));
    }
  }

  private void listen(boolean reading) {
    listening = reading;
    input.pump();
  }

  @Override
  public void close(int code, String reason) {
    onLoop(() -> {
      if (!isEnding()) {
        goodbye(code, reason, new LinkEnd.ByUs(code, reason));
        input.pump();
      }
    });
  }

  /** Always later, even on the loop, to keep the order of the calls. */
  private void onLoop(Runnable task) {
    try {
      channel.eventLoop().execute(task);
    } catch (RejectedExecutionException _) {
      // The event loops have ended, and this link with them.
    }
  }

  private void relieve() {
    if (!isEnding() && output.takeRelief()) {
      listener().onWritable();
    }
  }

  // ---- what comes in

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    if (isViolated() && message instanceof ByteBuf bytes) {
      ignore(bytes);
    } else if (message instanceof ByteBuf bytes) {
      input.add(bytes);
      input.pump();
    } else {
      ReferenceCountUtil.release(message);
    }
  }

  /**
   * Takes what the peer still sends after a violation. A socket that is closed with bytes unread
   * resets the connection, and the peer never reads our close frame, which says what was wrong.
   */
  private void ignore(ByteBuf bytes) {
    ignoredBytes += bytes.readableBytes();
    bytes.release();
    if (ignoredBytes > limits.messageBytes()) {
      channel.close();
    }
  }

  /** A link that is ending reads on, for the peer's goodbye. */
  @Override
  public boolean takesFrames() {
    return !readsElsewhere && !isViolated() && (listening || isEnding());
  }

  private boolean isViolated() {
    return end instanceof LinkEnd.Violation;
  }

  @Override
  public void turnEnded() {
    if (isViolated()) {
      input.drop();
    }
    channel.config().setAutoRead(isViolated() || (takesFrames() && input.isEmpty()));
  }

  @Override
  public int handle(Step step) {
    if (isEnding()) {
      afterTheEnd(step);
      return 0;
    }
    switch (step) {
      case Step.NeedsMore() -> {}
      case Step.Text text -> {
        if (text.utf8().length <= FrameReader.IN_PLACE_BYTES_MAX) {
          told(checked(text));
        } else {
          readElsewhere(() -> text);
        }
        return text.utf8().length;
      }
      case Step.Compressed(var message) -> {
        readElsewhere(message::inflate);
        return message.heldBytes();
      }
      case Step.Binary() -> violated(UNSUPPORTED, "only text is spoken here");
      case Step.Ping(var payload) -> {
        if (isControlFine()) {
          output.pong(payload);
        }
      }
      case Step.Pong() -> {
        if (isControlFine()) {
          listener().onPong();
        }
      }
      case Step.Close end ->
          goodbye(end.answer(), "", new LinkEnd.ByPeer(end.code(), end.reason()))
              .addListener(ChannelFutureListener.CLOSE);
      case Step.Violation(var code, var reason) -> violated(code, reason);
    }
    return 0;
  }

  private void afterTheEnd(Step step) {
    switch (step) {
      case Step.Close _, Step.Violation _ -> channel.close();
      case Step.NeedsMore _, Step.Text _, Step.Compressed _, Step.Binary _ -> {}
      case Step.Ping _, Step.Pong _ -> {}
    }
  }

  /** Decompresses a large message off the loop; later messages wait for it. */
  private void readElsewhere(Supplier<Step> message) {
    readsElsewhere = true;
    Thread.ofVirtual()
        .name("egress-inflate")
        .start(() -> {
          Step step = checked(message.get());
          onLoop(() -> {
            readsElsewhere = false;
            if (!isEnding()) {
              told(step);
            }
            input.pump();
          });
        });
  }

  private static Step checked(Step step) {
    return step instanceof Step.Text(var utf8) && !Utf8.isValid(utf8)
        ? new Step.Violation(BAD_DATA, "the text is not UTF-8")
        : step;
  }

  private void told(Step checked) {
    if (checked instanceof Step.Text(var utf8)) {
      listener().onText(utf8);
    } else if (checked instanceof Step.Violation(var code, var reason)) {
      violated(code, reason);
    }
  }

  private boolean isControlFine() {
    boolean fine = control.take(System.nanoTime());
    if (!fine) {
      violated(POLICY, "more than " + limits.controlFrames() + " pings a minute");
    }
    return fine;
  }

  private void violated(int code, String reason) {
    goodbye(code, reason, new LinkEnd.Violation(code, reason)).addListener(_ -> endOutput());
  }

  /** A peer that reads to the end then ends the connection, and nobody waits for the time limit. */
  private void endOutput() {
    if (channel instanceof DuplexChannel plain
        && channel.pipeline().get(SslHandler.class) == null) {
      plain.shutdownOutput();
    }
  }

  // ---- the end

  /** Sends the close frame. The peer has a limited time to answer it and to read the queue. */
  private ChannelFuture goodbye(int code, String reason, LinkEnd why) {
    end = why;
    channel
        .eventLoop()
        .schedule(() -> channel.close(), limits.closing().toNanos(), TimeUnit.NANOSECONDS);
    return output.goodbye(code, reason);
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    input.drop();
    LinkEnd why = end == null ? new LinkEnd.Broken("the connection ended") : end;
    end = why;
    listener().onClosed(why);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    Throwable inner = DialFaults.inner(cause);
    if (!(inner instanceof IOException)) {
      LOG.error("link to {} failed", target, cause);
    }
    if (end == null) {
      end = new LinkEnd.Broken(DialFaults.textOf(inner));
    }
    ctx.close();
  }
}
