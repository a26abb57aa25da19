package dev.graspd.server.relay;

import dev.graspd.core.negentropy.FrameLimit;
import dev.graspd.core.negentropy.ItemSet;
import dev.graspd.core.negentropy.Message;
import dev.graspd.core.negentropy.Responder;
import dev.graspd.core.nostr.Filter;
import dev.graspd.core.nostr.message.RelayMessage;
import dev.graspd.core.nostr.message.SubscriptionId;
import dev.graspd.core.nostr.refusal.QueryReason;
import dev.graspd.core.nostr.refusal.Refusal;
import dev.graspd.core.nostr.refusal.ServerReason;
import dev.graspd.server.base.OnEventLoop;
import dev.graspd.server.charge.Payer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * One connection's negentropy sessions (NIP-77), with ids of their own. A session is a filter and
 * nothing more: each message is answered from the set as it is then. Owned by the connection's
 * loop.
 */
@OnEventLoop
final class NegSessions {
  static final Duration IDLE_MAX = Duration.ofSeconds(60);

  /** Approximate cost of an answer to any message, in units of reading. */
  private static final long ANSWER_WORK = 500;

  /** A message full of the smallest ranges costs an additional unit for this many bytes. */
  private static final int ANSWER_BYTES_A_UNIT = 8;

  /** The sixteen fingerprints that most sessions begin with. */
  private static final int SHORT_MESSAGE_BYTES = 512;

  private final Connection connection;
  private final Relay relay;
  private final ReadLane lane;
  private final Consumer<RelayMessage> answer;
  private final SortedMap<SubscriptionId, NegSession> open = new TreeMap<>();

  NegSessions(Connection connection, Relay relay, ReadLane lane, Consumer<RelayMessage> answer) {
    this.connection = connection;
    this.relay = relay;
    this.lane = lane;
    this.answer = answer;
  }

  private static final class NegSession {
    private final SubscriptionId id;
    private final Filter filter;
    private final FilterMemory.Taken memory;
    private volatile boolean closed;

    /** Whether an answer of ours is under way. */
    private boolean busy;

    private long usedNanos;

    NegSession(SubscriptionId id, Filter filter, FilterMemory.Taken memory) {
      this.id = id;
      this.filter = filter;
      this.memory = memory;
    }

    void close() {
      closed = true;
      memory.release();
    }
  }

  /** Opens a session; one of the same id ends. */
  void open(SubscriptionId id, Filter filter, byte[] message) {
    close(id);
    if (open.size() >= relay.limits().maxNegSessions()) {
      refuse(id, QueryReason.NEG_TOO_MANY_SESSIONS.refusal());
      return;
    }
    relay
        .filters()
        .take(payer(), FilterMemory.ofSession(filter))
        .ifPresentOrElse(
            memory -> {
              NegSession session = new NegSession(id, filter, memory);
              open.put(id, session);
              take(session, message);
            },
            () -> refuse(id, QueryReason.TOO_MUCH_OPEN.refusal(FilterMemory.REMEDY)));
  }

  private Payer payer() {
    return connection.client().payer();
  }

  void message(SubscriptionId id, byte[] message) {
    NegSession session = open.get(id);
    if (session == null) {
      refuse(id, QueryReason.NEG_UNKNOWN.refusal());
    } else if (session.busy) {
      end(
          session,
          QueryReason.NEG_MALFORMED.refusal("the answer to the last message is not sent yet"));
    } else {
      take(session, message);
    }
  }

  void close(SubscriptionId id) {
    NegSession session = open.remove(id);
    if (session != null) {
      session.close();
    }
  }

  void closeAll() {
    open.values().forEach(NegSession::close);
    open.clear();
  }

  /** Ends the sessions from which nothing was heard for too long. */
  void endIdle() {
    long now = relay.nanoTime();
    for (NegSession session : List.copyOf(open.values())) {
      if (!session.busy && now - session.usedNanos > IDLE_MAX.toNanos()) {
        end(session, QueryReason.NEG_IDLE.refusal());
      }
    }
  }

  private void take(NegSession session, byte[] message) {
    Optional<FilterMemory.Taken> memory =
        relay.filters().take(payer(), FilterMemory.ofMessage(message));
    if (memory.isEmpty()) {
      end(session, QueryReason.TOO_MUCH_OPEN.refusal(FilterMemory.REMEDY));
      return;
    }
    session.busy = true;
    session.memory.share();
    Question question = new Question(session, message, relay.nanoTime(), memory.get());
    relay
        .sets()
        .request(
            payer(), session.filter, set -> connection.loop().execute(() -> onSet(question, set)));
  }

  /** A message that waits for its answer, and holds memory until then. */
  private record Question(
      NegSession session, byte[] message, long askedNanos, FilterMemory.Taken memory) {
    void gone() {
      memory.release();
      session.memory.release();
    }
  }

  private void onSet(Question question, NegentropySets.Answer set) {
    NegSession session = question.session();
    if (session.closed) {
      question.gone();
      return;
    }
    switch (set) {
      case NegentropySets.Answer.Ready(var items) -> answer(new AnswerJob(question, items));
      case NegentropySets.Answer.TooMany() -> {
        question.gone();
        end(session, QueryReason.NEG_TOO_MANY.refusal());
      }
      case NegentropySets.Answer.Failed() -> {
        question.gone();
        end(session, ServerReason.INTERNAL.refusal());
      }
    }
  }

  /** Work of microseconds is not worth two changes of thread. */
  private void answer(AnswerJob job) {
    if (job.question.message().length <= SHORT_MESSAGE_BYTES) {
      job.read();
      job.deliver();
      job.gone();
    } else {
      lane.add(job);
    }
  }

  private void end(NegSession session, Refusal refusal) {
    close(session.id);
    refuse(session.id, refusal);
  }

  private void refuse(SubscriptionId id, Refusal refusal) {
    answer.accept(new RelayMessage.NegErr(id.text(), refusal.message()));
  }

  private final class AnswerJob implements ReadLane.Job {
    private final Question question;
    private final NegSession session;
    private final ItemSet items;
    private Responder.Answer reply = new Responder.Answer.Refused("not read");

    AnswerJob(Question question, ItemSet items) {
      this.question = question;
      this.session = question.session();
      this.items = items;
    }

    @Override
    public long read() {
      Message message = Message.of(question.message());
      reply = new Responder(items, FrameLimit.DEFAULT).respond(message);
      return ANSWER_WORK + message.length() / ANSWER_BYTES_A_UNIT;
    }

    @Override
    public boolean deliver() {
      session.busy = false;
      session.usedNanos = relay.nanoTime();
      switch (reply) {
        case Responder.Answer.Reply(var text) ->
            answer.accept(new RelayMessage.NegMsg(session.id, text.bytes()));
        case Responder.Answer.Refused(var reason) ->
            end(session, QueryReason.NEG_MALFORMED.refusal(reason));
      }
      relay
          .metrics()
          .queryFinished("NEG", Duration.ofNanos(relay.nanoTime() - question.askedNanos()));
      return false;
    }

    @Override
    public void failed(boolean closing) {
      end(
          session,
          closing ? ServerReason.SHUTTING_DOWN.refusal() : ServerReason.INTERNAL.refusal());
    }

    @Override
    public boolean isAbandoned() {
      return session.closed;
    }

    @Override
    public void gone() {
      question.gone();
    }
  }
}
