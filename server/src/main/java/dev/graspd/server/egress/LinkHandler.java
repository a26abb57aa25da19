package dev.graspd.server.egress;

import dev.graspd.core.nostr.Utf8;
import dev.graspd.server.net.FrameReader;
import dev.graspd.server.net.FrameReader.Step;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
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
 * One link: turns bytes into messages for the listener, as long as it wants them and it is this
 * link's turn, and ends the connection when the peer breaks a rule. Runs on its event loop, except
 * for the methods of {@link WebSocketLink}.
 */
@SuppressWarnings(
    "FutureReturnValueIgnored") // a failed write ends the connection, and that is heard
final class LinkHandler extends ChannelInboundHandlerAdapter implements WebSocketLink {
  private static final Logger LOG = LoggerFactory.getLogger(LinkHandler.class);

  /** Messages and bytes that one link may have handled before others get their turn. */
  private static final int TURN_MESSAGES_MAX = 256;

  private static final int TURN_BYTES_MAX = 512 << 10;

  private static final int UNSUPPORTED = 1003;
  private static final int BAD_DATA = 1007;
  private static final int POLICY = 1008;

  private final Target target;
  private final Channel channel;
  private final LinkLimits limits;
  private final FrameReader reader;
  private final LinkOutput output;
  private final ControlRate control;
  private final ArrayDeque<ByteBuf> unread = new ArrayDeque<>();

  // Set before anything is read.
  private @Nullable Listener listener;

  private boolean listening = true;
  private boolean readsElsewhere;
  private boolean pumping;
  private boolean pumpQueued;

  /** Written on the loop only. */
  private volatile @Nullable LinkEnd end;

  LinkHandler(
      Target target, Channel channel, LinkLimits limits, boolean deflate, RandomGenerator random) {
    this.target = target;
    this.channel = channel;
    this.limits = limits;
    this.reader =
        new FrameReader(
            FrameReader.Peer.SERVER, limits.messageBytes(), limits.fragments(), deflate);
    this.output = new LinkOutput(channel, limits, random);
    this.control = new ControlRate(limits.controlFrames(), System.nanoTime());
  }

  /** Tells whom to call; the handshake is done and nothing has been read. */
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
    // The queue may have run empty between the refusal and now: then nobody else would tell.
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
    pump();
  }

  @Override
  public void close(int code, String reason) {
    onLoop(() -> {
      if (!isEnding()) {
        goodbye(code, reason, new LinkEnd.ByUs(code, reason));
        pump();
      }
    });
  }

  /** Always later, though we may be on the loop: what is asked for first happens first. */
  private void onLoop(Runnable task) {
    try {
      channel.eventLoop().execute(task);
    } catch (RejectedExecutionException _) {
      // The loops have ended, and with them this link.
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
    if (message instanceof ByteBuf bytes) {
      unread.add(bytes);
      pump();
    } else {
      ReferenceCountUtil.release(message);
    }
  }

  private void pump() {
    if (pumping) {
      return;
    }
    pumping = true;
    try {
      takeTurn();
    } finally {
      pumping = false;
    }
    if (end instanceof LinkEnd.Violation) {
      dropUnread();
    }
    if (mayHandle()) {
      pumpLater();
    }
    boolean reads = (listening || isEnding()) && !readsElsewhere;
    channel.config().setAutoRead(reads && unread.isEmpty());
  }

  private void takeTurn() {
    int messages = 0;
    int bytes = 0;
    while (mayHandle() && messages < TURN_MESSAGES_MAX && bytes < TURN_BYTES_MAX) {
      ByteBuf in = unread.element();
      Step step = reader.next(in);
      if (!in.isReadable()) {
        unread.remove().release();
      }
      messages++;
      bytes += handle(step);
    }
  }

  /** A link that is ending reads on, for the peer's goodbye. */
  private boolean mayHandle() {
    return !unread.isEmpty() && !readsElsewhere && (listening || isEnding());
  }

  private void pumpLater() {
    if (!pumpQueued) {
      pumpQueued = true;
      channel
          .eventLoop()
          .execute(() -> {
            pumpQueued = false;
            pumpGuarded();
          });
    }
  }

  /** Outside {@link #channelRead} nobody else tells the pipeline of a listener that fails. */
  private void pumpGuarded() {
    try {
      pump();
    } catch (RuntimeException e) {
      channel.pipeline().fireExceptionCaught(e);
    }
  }

  /** Returns how many bytes that was. */
  private int handle(Step step) {
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

  /** Reads a large message, for which the loop has no time; nothing after it is handled before. */
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
            pumpGuarded();
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
    boolean fine = control.admits(System.nanoTime());
    if (!fine) {
      violated(POLICY, "more than " + limits.controlFrames() + " pings a minute");
    }
    return fine;
  }

  private void violated(int code, String reason) {
    goodbye(code, reason, new LinkEnd.Violation(code, reason))
        .addListener(ChannelFutureListener.CLOSE);
  }

  // ---- the end

  /** Says goodbye. The peer has so long to say it too, or to take what is queued. */
  private ChannelFuture goodbye(int code, String reason, LinkEnd why) {
    end = why;
    channel
        .eventLoop()
        .schedule(() -> channel.close(), limits.closing().toNanos(), TimeUnit.NANOSECONDS);
    return output.goodbye(code, reason);
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    dropUnread();
    LinkEnd why = end == null ? new LinkEnd.Broken("the connection ended") : end;
    end = why;
    listener().onClosed(why);
  }

  private void dropUnread() {
    unread.forEach(ByteBuf::release);
    unread.clear();
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    Throwable inner = Faults.inner(cause);
    if (!(inner instanceof IOException)) {
      LOG.error("link to {} failed", target, cause);
    }
    if (end == null) {
      end = new LinkEnd.Broken(Faults.textOf(inner));
    }
    ctx.close();
  }
}
