package dev.graspd.server.web;

import dev.graspd.core.nostr.message.RelayMessage;
import dev.graspd.server.charge.ByteBudget.Charge;
import dev.graspd.server.charge.Payer;
import dev.graspd.server.net.Deflated;
import dev.graspd.server.net.FramePump;
import dev.graspd.server.net.FrameReader;
import dev.graspd.server.net.FrameReader.Step;
import dev.graspd.server.relay.ClientAddress;
import dev.graspd.server.relay.Connection;
import dev.graspd.server.relay.EventBody;
import dev.graspd.server.relay.Session;
import dev.graspd.server.web.connection.ConnectionLimits.Lease;
import dev.graspd.server.web.socket.Frames;
import dev.graspd.server.web.socket.SocketMemory;
import dev.graspd.server.web.socket.SocketWatch;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.ScheduledFuture;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One WebSocket: turns bytes into messages for its session, and the session's messages into frames;
 * counts its memory, and ends it when it takes too much. Runs on its event loop only.
 */
@SuppressWarnings(
    "FutureReturnValueIgnored") // a failed write ends the connection, and that is heard
final class WebSocketHandler extends ChannelInboundHandlerAdapter
    implements Connection, FramePump.Connection, SocketMemory.Holder {
  private static final Logger LOG = LoggerFactory.getLogger(WebSocketHandler.class);

  private final WebContext web;
  private final ClientAddress client;
  private final Lease lease;
  private final boolean deflate;
  private final FrameReader reader;
  private final SocketWatch watch;
  private final Charge charge;
  private final FramePump input;

  // Set when the handler is added, before anything else happens.
  private @Nullable ChannelHandlerContext context;
  private @Nullable Session session;
  private @Nullable ScheduledFuture<?> ticking;

  private long openedNanos;
  private boolean sessionReads = true;
  private boolean flushQueued;
  private boolean closing;
  private boolean awaitsGoodbye;
  private boolean gone;
  private long heldBytes;
  private long inputBytes;

  /** Written on the loop only. */
  private volatile long accountedBytes;

  WebSocketHandler(WebContext web, ClientAddress client, Lease lease, boolean deflate) {
    this.web = web;
    this.client = client;
    this.lease = lease;
    this.deflate = deflate;
    this.reader = web.settings().frameReader(deflate);
    this.input = new FramePump(reader, () -> ctx().channel(), this);
    this.watch = new SocketWatch(web.times());
    this.charge = web.memory().open(client.payer());
  }

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) {
    context = ctx;
  }

  void begin() {
    openedNanos = System.nanoTime();
    watch.begin(openedNanos);
    web.metrics().webSocketOpened(client.address());
    session = web.relay().open(this);
    Duration tick = watch.interval();
    ticking =
        ctx()
            .executor()
            .scheduleWithFixedDelay(
                this::tick, tick.toNanos(), tick.toNanos(), TimeUnit.NANOSECONDS);
    input.pump();
  }

  private ChannelHandlerContext ctx() {
    return Objects.requireNonNull(context, "the handler is in no pipeline");
  }

  // ---- what comes in

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    if (message instanceof ByteBuf bytes && !closing) {
      watch.received(System.nanoTime());
      input.add(bytes);
      if (session != null) {
        input.pump();
      }
      return;
    }
    // After our close frame the rest is read and dropped, or the client would not see that frame.
    try {
      if (message instanceof ByteBuf bytes && awaitsGoodbye) {
        lookForGoodbye(bytes);
      }
    } finally {
      ReferenceCountUtil.release(message);
    }
  }

  private void lookForGoodbye(ByteBuf bytes) {
    while (bytes.isReadable() && awaitsGoodbye) {
      Step step = reader.next(bytes);
      awaitsGoodbye = !(step instanceof Step.Close || step instanceof Step.Violation);
      if (step instanceof Step.Close) {
        ctx().close();
      }
    }
  }

  @Override
  public boolean takesFrames() {
    return sessionReads && !closing;
  }

  @Override
  public void turnEnded() {
    if (closing) {
      input.drop();
    }
    account();
    updateReading();
  }

  @Override
  public int handle(Step step) {
    switch (step) {
      case Step.NeedsMore() -> {}
      case Step.Text(var utf8) -> {
        session().onText(utf8);
        return utf8.length;
      }
      case Step.Compressed(var message) -> {
        session().onCompressed(message.heldBytes(), () -> inflated(message));
        return message.heldBytes();
      }
      case Step.Binary() -> session().onBinary();
      case Step.Ping(var payload) -> {
        write(Frames.pong(alloc(), payload));
        flush();
      }
      case Step.Pong() -> {}
      case Step.Close goodbye -> answerClose(goodbye.answer());
      case Step.Violation violation -> refuse(violation);
    }
    return 0;
  }

  private void refuse(Step.Violation violation) {
    if (!closing) {
      web.metrics().connectionRefused(violation.code() == 1009 ? "message-too-big" : "protocol");
      close(violation.code(), violation.reason());
      awaitsGoodbye = false;
    }
  }

  /** Called on a thread that parses large messages. */
  private Optional<byte[]> inflated(Deflated message) {
    Step step = message.inflate();
    if (step instanceof Step.Violation violation) {
      ctx().executor().execute(() -> refuse(violation));
    }
    return step instanceof Step.Text(var utf8) ? Optional.of(utf8) : Optional.empty();
  }

  private Session session() {
    return Objects.requireNonNull(session, "the session has not begun");
  }

  @Override
  public void setReading(boolean reading) {
    sessionReads = reading;
    if (reading && !input.isEmpty()) {
      input.pumpLater();
    }
    updateReading();
  }

  /** A client that leaves many answers unread is not read. */
  private void updateReading() {
    boolean read =
        closing
            || (sessionReads
                && input.isEmpty()
                && unsentBytes() < web.settings().maxOutputQueueBytes() / 4);
    ctx().channel().config().setAutoRead(read);
  }

  // ---- what goes out

  @Override
  public void send(RelayMessage message) {
    write(Frames.text(alloc(), message.json()));
  }

  @Override
  public void sendEvents(byte[] head, List<EventBody> bodies) {
    if (!closing) {
      write(Frames.events(alloc(), head, bodies, deflate));
    }
  }

  private void write(ByteBuf frames) {
    if (closing) {
      frames.release();
      return;
    }
    watch.queued(frames.readableBytes());
    ctx().write(frames, ctx().voidPromise());
    checkOutput();
  }

  @Override
  public void hold(long bytes) {
    heldBytes += bytes;
    if (bytes > 0) {
      checkOutput();
    }
  }

  @Override
  public void holdInput(long bytes) {
    inputBytes += bytes;
    account();
  }

  /** Sends all messages of this turn of the loop with one system call. */
  @Override
  public void flush() {
    if (!flushQueued && !closing) {
      flushQueued = true;
      ctx().executor().execute(this::flushNow);
    }
  }

  private void flushNow() {
    flushQueued = false;
    if (!gone) {
      ctx().flush();
      account();
      updateReading();
    }
  }

  private void checkOutput() {
    if (closing) {
      return;
    }
    if (unsentBytes() > web.settings().maxOutputQueueBytes()) {
      closeSlowReader();
    }
  }

  private void closeSlowReader() {
    web.metrics().connectionRefused("slow-reader");
    close(CloseCode.POLICY, "slow reader: " + unsentBytes() + " bytes wait to be read");
  }

  private long unsentBytes() {
    return heldBytes + queuedBytes();
  }

  private long queuedBytes() {
    ChannelOutboundBuffer buffer = ctx().channel().unsafe().outboundBuffer();
    return buffer == null ? 0 : buffer.totalPendingWriteBytes();
  }

  /** Reports the memory that this socket holds: until it is gone, also while it is closing. */
  private void account() {
    long before = accountedBytes;
    long now = gone ? 0 : unsentBytes() + receivedBytes();
    accountedBytes = now;
    web.memory().change(this, charge, before, now);
  }

  private long receivedBytes() {
    return reader.heldBytes() + inputBytes;
  }

  @Override
  public Payer payer() {
    return client.payer();
  }

  @Override
  public long accountedBytes() {
    return accountedBytes;
  }

  @Override
  public void giveUp() {
    ctx().executor().execute(this::makeRoom);
  }

  /** A close frame would wait behind the unread output. */
  private void makeRoom() {
    if (gone) {
      return;
    }
    if (closing || unsentBytes() >= receivedBytes()) {
      end("slow-reader");
    } else {
      web.metrics().connectionRefused("memory");
      close(CloseCode.TRY_AGAIN_LATER, "the server has no room for large messages now");
    }
  }

  @Override
  public boolean isWritable() {
    return !closing && ctx().channel().isWritable();
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext ctx) {
    account();
    if (isWritable() && session != null) {
      session().onWritable();
    }
    updateReading();
  }

  // ---- time

  private void tick() {
    if (gone || closing) {
      return;
    }
    session().onTick();
    account();
    long now = System.nanoTime();
    ChannelOutboundBuffer buffer = ctx().channel().unsafe().outboundBuffer();
    long partly = buffer == null ? 0 : buffer.currentProgress();
    switch (watch.check(now, queuedBytes(), partly, reader.isInsideMessage())) {
      case FINE -> {}
      case PING -> {
        write(Frames.ping(alloc()));
        flush();
      }
      case DEAD -> end("dead-peer");
      case STALLED -> end("slow-reader");
      case SLOW_MESSAGE -> {
        web.metrics().connectionRefused("slow-message");
        close(CloseCode.POLICY, "the message took too long");
      }
    }
  }

  private void end(String why) {
    web.metrics().connectionRefused(why);
    ctx().close();
  }

  // ---- the end

  /** Takes no new messages, answers the current ones, and closes. */
  void drain() {
    if (!closing && session != null) {
      session().drain(() -> close(CloseCode.GOING_AWAY, "the server is shutting down"));
    }
  }

  @Override
  public void close(CloseCode code, String reason) {
    close(code.number(), reason);
  }

  private void close(int code, String reason) {
    if (closing) {
      return;
    }
    LOG.debug("closing {}: {} {}", client.address(), code, reason);
    ByteBuf frame = Frames.close(alloc(), code, reason);
    beginClosing();
    // Frames can be told apart only if none is dropped unread.
    awaitsGoodbye = input.isEmpty();
    // The client answers with its own close frame or disconnects, within a limited time.
    ctx().writeAndFlush(frame);
    ctx()
        .executor()
        .schedule(() -> ctx().close(), web.times().closing().toNanos(), TimeUnit.NANOSECONDS);
  }

  private void answerClose(int code) {
    ByteBuf frame = Frames.close(alloc(), code, "");
    beginClosing();
    ctx().writeAndFlush(frame).addListener(ChannelFutureListener.CLOSE);
  }

  private void beginClosing() {
    closing = true;
    session().onClosed();
    // The rest of a message would stay in memory until the client answers our close frame.
    reader.skipMessages();
    account();
    updateReading();
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    gone = true;
    if (!closing && session != null) {
      closing = true;
      session().onClosed();
    }
    closing = true;
    input.drop();
    account();
    lease.end();
    if (ticking != null) {
      ticking.cancel(false);
    }
    web.metrics()
        .webSocketClosed(client.address(), Duration.ofNanos(System.nanoTime() - openedNanos));
    ctx.fireChannelInactive();
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    if (cause instanceof IOException) {
      LOG.debug("connection of {} ended", client.address(), cause);
    } else {
      LOG.error("connection of {} failed", client.address(), cause);
    }
    ctx.close();
  }

  // ---- who it is

  @Override
  public Executor loop() {
    return ctx().executor();
  }

  @Override
  public ClientAddress client() {
    return client;
  }

  @Override
  public boolean compresses() {
    return deflate;
  }

  private ByteBufAllocator alloc() {
    return ctx().alloc();
  }
}
