package dev.graspd.server.peers.link;

import dev.graspd.core.nostr.message.ClientMessage;
import dev.graspd.core.nostr.message.ClientMessageJson;
import dev.graspd.core.nostr.message.FromRelayParser;
import dev.graspd.core.sync.RelayUrl;
import dev.graspd.core.sync.link.LinkAction;
import dev.graspd.core.sync.link.LinkInput;
import dev.graspd.core.sync.link.LinkMachine;
import dev.graspd.core.sync.link.LinkReport;
import dev.graspd.core.sync.link.LinkSettings;
import dev.graspd.core.sync.relays.SyncInput;
import dev.graspd.server.charge.ByteBudget;
import dev.graspd.server.egress.ws.LinkEnd;
import dev.graspd.server.egress.ws.WebSocketLink;
import dev.graspd.server.gate.Origin;
import dev.graspd.server.peers.status.SyncLog;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.OptionalLong;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the machine of one connection, in turns on threads that all connections share. It never
 * waits for a relay or for another connection.
 */
final class LinkHost implements WebSocketLink.Listener {
  private static final Logger LOG = LoggerFactory.getLogger(LinkHost.class);

  /** The most inputs of one connection in a row before others get their turn. */
  private static final int TURN_INPUTS_MAX = 64;

  /**
   * The most messages that wait for a relay that does not read; beyond that the connection ends.
   */
  private static final int UNSENT_MAX = 1_000;

  private static final int NORMAL = 1000;
  private static final int GOING_AWAY = 1001;
  private static final int TOO_LONG = 1009;
  private static final int INTERNAL_ERROR = 1011;

  record Line(RelayUrl relay, long epoch, LinkSettings settings) {}

  /**
   * The parts that all connections share.
   *
   * @param bytes the memory budget for messages of relays
   */
  record Shared(
      OwnSide own,
      Executor threads,
      ScheduledExecutorService timer,
      LinkClock clock,
      SyncLog log,
      ByteBudget bytes) {}

  private final Line line;
  private final Shared shared;
  private final WebSocketLink link;
  private final FairMailbox<SyncInput>.Sender reports;
  private final Runnable whenOver;
  private final LinkInbox inbox;
  private final LinkQueries questions;
  private final LinkTurns turns;
  private final Alarm alarm;
  private final LinkMachine machine;
  private final RequestCounter open = new RequestCounter();

  /** Messages that did not fit into the socket's queue, in order. Owned by the turn. */
  private final Deque<ClientMessage> unsent = new ArrayDeque<>();

  private volatile boolean waitsToSend;
  private volatile boolean stalled;
  private volatile boolean over;
  private volatile @Nullable String hangUp;

  /**
   * @param reports the reports of this connection to the sync machine
   * @param whenOver called at the very end
   */
  LinkHost(
      Line line,
      Shared shared,
      WebSocketLink link,
      FairMailbox<SyncInput>.Sender reports,
      Runnable whenOver) {
    this.line = line;
    this.shared = shared;
    this.link = link;
    this.reports = reports;
    this.whenOver = whenOver;
    this.inbox = new LinkInbox(shared.bytes(), new Origin.Peer(line.relay().text()).payer());
    this.turns = new LinkTurns(shared.threads(), this::turn, this::hasWork);
    this.alarm = new Alarm(shared.timer(), shared.clock()::realNanos, turns::wake);
    this.questions = new LinkQueries(line.relay(), shared.own(), inbox, turns::wake);
    LinkClock clock = shared.clock();
    this.machine =
        new LinkMachine(line.settings(), clock.real(LinkMachine.GAP_AGE_MIN), clock.now());
  }

  // ---- for all threads

  /** Passes an input to the machine, asynchronously. */
  void tell(LinkInput input) {
    inbox.answer(input);
    turns.wake();
  }

  /** Closes the connection properly, asynchronously. */
  void hangUp(String why) {
    hangUp = why;
    turns.wake();
  }

  void roomForReports() {
    turns.wake();
  }

  // ---- on the link's event loop

  @Override
  public void onText(byte[] utf8) {
    if (inbox.frame(utf8)) {
      link.setReading(false);
    }
    turns.wake();
  }

  @Override
  public void onPong() {
    tell(new LinkInput.Ponged());
  }

  @Override
  public void onWritable() {
    stalled = false;
    turns.wake();
  }

  @Override
  public void onClosed(LinkEnd end) {
    if (end instanceof LinkEnd.ByPeer(var code, _) && code == TOO_LONG) {
      inbox.answer(new LinkInput.TooLong());
    }
    inbox.ended(textOf(end));
    stalled = false;
    turns.wake();
  }

  private static String textOf(LinkEnd end) {
    return switch (end) {
      case LinkEnd.ByUs(_, var reason) -> reason;
      case LinkEnd.ByPeer(var code, var reason) ->
          ("closed by the relay, code " + code + " " + reason).strip();
      case LinkEnd.Violation(_, var reason) -> "broke the protocol: " + reason;
      case LinkEnd.Broken(var cause) -> cause;
    };
  }

  // ---- in a turn

  private boolean hasWork() {
    return !over
        && !stalled
        && reports.hasRoom()
        && (waitsToSend || inbox.hasAnswers() || inbox.hasFrames() || inbox.end() != null);
  }

  private void turn() {
    try {
      sendUnsent();
      endIfAsked();
      for (int i = 0; i < TURN_INPUTS_MAX && !over; i++) {
        LinkInput input = next();
        if (input == null) {
          break;
        }
        handle(input);
      }
      if (!over) {
        wakeIfDue();
      }
    } catch (RuntimeException e) {
      LOG.error("the connection to {} failed and is ended", line.relay(), e);
      link.close(INTERNAL_ERROR, "internal error");
    }
  }

  private @Nullable LinkInput next() {
    if (stalled || !reports.hasRoom()) {
      return null;
    }
    LinkInput answer = inbox.nextAnswer();
    if (answer != null) {
      return answer;
    }
    byte[] frame = inbox.nextFrame();
    if (frame != null) {
      return new LinkInput.Heard(FromRelayParser.parse(frame, shared.own().limits()));
    }
    if (inbox.mayReadAgain()) {
      link.setReading(true);
    }
    String end = inbox.end();
    return end == null ? null : new LinkInput.Ended(end);
  }

  private void handle(LinkInput input) {
    try {
      for (LinkAction action : machine.on(input, shared.clock().now())) {
        perform(action);
      }
      if (input instanceof LinkInput.Heard(var message)) {
        open.heard(message);
      }
    } finally {
      if (input instanceof LinkInput.Heard) {
        inbox.handled();
      }
      // Always report the end, also after a failure: others wait for it.
      if (input instanceof LinkInput.Ended(var why)) {
        ended(why);
      }
    }
  }

  private void wakeIfDue() {
    OptionalLong wake = machine.nextWakeNanos();
    if (wake.isPresent() && wake.getAsLong() <= shared.clock().now().nanos()) {
      handle(new LinkInput.Woken());
      wake = machine.nextWakeNanos();
    }
    wake.ifPresent(nanos -> alarm.set(shared.clock().realNanos(nanos)));
  }

  private void ended(String why) {
    over = true;
    alarm.cancel();
    reports.add(new SyncInput.Disconnected(line.relay(), line.epoch(), why));
    whenOver.run();
  }

  private void endIfAsked() {
    String why = hangUp;
    if (why != null && !over) {
      hangUp = null;
      open.closing().forEach(this::send);
      link.close(GOING_AWAY, why);
    }
  }

  // ---- actions

  private void perform(LinkAction action) {
    switch (action) {
      case LinkAction.Send(var message) -> send(message);
      case LinkAction.Ping() -> link.ping();
      case LinkAction.Report(var report) -> report(report);
      case LinkAction.HangUp(var why) -> link.close(NORMAL, why);
      case LinkAction.SignAuth _,
          LinkAction.Submit _,
          LinkAction.NeedSet _,
          LinkAction.Sift _,
          LinkAction.WalkThreads _ ->
          questions.run(action);
    }
  }

  private void report(LinkReport report) {
    shared.log().report(line.relay(), report);
    reports.add(new SyncInput.Reported(line.relay(), line.epoch(), report));
  }

  private void send(ClientMessage message) {
    open.sent(message);
    if (!unsent.isEmpty() || !pass(message)) {
      unsent.add(message);
      waitsToSend = true;
      if (unsent.size() > UNSENT_MAX) {
        link.close(NORMAL, "does not read what we send");
      }
    }
  }

  private void sendUnsent() {
    while (!unsent.isEmpty() && pass(unsent.getFirst())) {
      unsent.removeFirst();
    }
    waitsToSend = !unsent.isEmpty();
  }

  /** The inbox waits while the socket's queue is full. */
  private boolean pass(ClientMessage message) {
    if (inbox.isEnded()) {
      return true;
    }
    stalled = true;
    boolean sent = link.send(new String(ClientMessageJson.write(message), StandardCharsets.UTF_8));
    if (sent) {
      stalled = false;
    }
    return sent;
  }
}
