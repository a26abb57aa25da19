package dev.graspd.server.web;

import dev.graspd.core.nostr.RelayMessage;
import dev.graspd.server.charge.ByteBudget.Charge;
import dev.graspd.server.charge.Payer;
import dev.graspd.server.net.Deflated;
import dev.graspd.server.net.FrameReader;
import dev.graspd.server.net.FrameReader.Step;
import dev.graspd.server.relay.ClientAddress;
import dev.graspd.server.relay.Connection;
import dev.graspd.server.relay.EventBody;
import dev.graspd.server.relay.Session;
import dev.graspd.server.web.ConnectionLimits.Lease;
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
import java.util.ArrayDeque;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One WebSocket: turns bytes into messages for its session, and what the session sends into frames;
 * counts what it costs, and ends it when it costs too much. Runs on its event loop only.
 */
@SuppressWarnings(
    "FutureReturnValueIgnored") // a failed write ends the connection, and that is heard
final class WebSocketHandler extends ChannelInboundHandlerAdapter
    implements Connection, SocketMemory.Holder {
  private static final Logger LOG = LoggerFactory.getLogger(WebSocketHandler.class);

  /** Messages and bytes that one connection may have handled before others get their turn. */
  private static final int TURN_MESSAGES_MAX = 256;

  private static final int TURN_BYTES_MAX = 512 << 10;

  private final WebContext web;
  private final ClientAddress client;
  private final Lease lease;
  private final boolean deflate;
  private final FrameReader reader;
  private final SocketWatch watch;
  private final Charge charge;
  private final ArrayDeque<ByteBuf> unread = new ArrayDeque<>();

  // Set when the handler is added, before anything else happens.
  private @Nullable ChannelHandlerContext context;
  private @Nullable Session session;
  private @Nullable ScheduledFuture<?> ticking;

  private long openedNanos;
  private boolean sessionReads = true;
  private boolean pumping;
  private boolean pumpQueued;
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
    this.watch = new SocketWatch(web.times());
    this.charge = web.memory().open(client.payer());
  }

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) {
    context = ctx;
  }

  /** Starts the session; the upgrade is answered. */
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
    pump();
  }

  private ChannelHandlerContext ctx() {
    return Objects.requireNonNull(context, "the handler is in no pipeline");
  }

  // ---- what comes in

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    if (message instanceof ByteBuf bytes && !closing) {
      watch.received(System.nanoTime());
      unread.add(bytes);
      pump();
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

  /** Handles what was read, as far as the session takes it and it is this connection's turn. */
  private void pump() {
    if (pumping || session == null) {
      return;
    }
    pumping = true;
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
    pumping = false;
    if (closing) {
      dropUnread();
    } else if (mayHandle()) {
      pumpLater();
    }
    account();
    updateReading();
  }

  private boolean mayHandle() {
    return !unread.isEmpty() && sessionReads && !closing;
  }

  private void pumpLater() {
    if (!pumpQueued) {
      pumpQueued = true;
      ctx()
          .executor()
          .execute(() -> {
            pumpQueued = false;
            pump();
          });
    }
  }

  /** Returns how many bytes that was. */
  private int handle(Step step) {
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
    if (reading && !unread.isEmpty()) {
      pumpLater();
    }
    updateReading();
  }

  /** A client that leaves many answers unread is not asked for more questions. */
  private void updateReading() {
    boolean read =
        closing
            || (sessionReads
                && unread.isEmpty()
                && unsentBytes() < web.settings().maxOutputQueueBytes() / 4);
    ctx().channel().config().setAutoRead(read);
  }

  private void dropUnread() {
    unread.forEach(ByteBuf::release);
    unread.clear();
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

  /** Gathers what is sent in this turn of the loop into one system call. */
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

  /** Tells how much memory this socket holds now; output that nobody waits for goes with it. */
  private void account() {
    long before = accountedBytes;
    long now = gone ? 0 : (closing ? 0 : unsentBytes()) + receivedBytes();
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

  private void makeRoom() {
    if (closing) {
      return;
    }
    if (unsentBytes() >= receivedBytes()) {
      closeSlowReader();
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

  /** Takes nothing new, answers what is under way, and says goodbye. */
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
    awaitsGoodbye = unread.isEmpty();
    // The client answers with its own close frame or hangs up; it has so long to do it.
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
    // What is left of a message would stay until the client answers our goodbye.
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
    dropUnread();
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
