package dev.graspd.server.hook;

import dev.graspd.core.hook.Attempt;
import dev.graspd.core.hook.HookLine;
import dev.graspd.core.hook.Notice;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.role.RoleLostException;
import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.LogRecord;
import dev.graspd.core.store.StorageException;
import dev.graspd.core.store.StoreTransaction;
import dev.graspd.core.store.hook.Delivery;
import dev.graspd.core.store.hook.Hook;
import dev.graspd.core.store.hook.HookMarks;
import dev.graspd.core.talk.event.TalkEvent;
import dev.graspd.core.talk.event.TalkReader;
import dev.graspd.core.talk.thread.SeriesBeginning;
import dev.graspd.server.base.Await;
import dev.graspd.server.base.FailPoints;
import dev.graspd.server.base.LogTail;
import dev.graspd.server.base.Signal;
import dev.graspd.server.base.WorkerThread;
import dev.graspd.server.egress.http.FetchDeadline;
import dev.graspd.server.role.Mandate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One tenure of the role HOOKS. Its thread follows the log, keeps a row for each delivery before it
 * is sent, and begins attempts, which have threads of their own: a receiver that hangs holds up
 * only its own deliveries. After a crash, deliveries that were sent and not noted yet are sent
 * again (WH-5).
 */
final class HookRun {
  private static final Logger LOG = LoggerFactory.getLogger(HookRun.class);

  private static final int TOKEN_BYTES = 16;

  /** Records of the log without news, between two times that the position is written. */
  private static final long RECORDS_UNSAVED_MAX = 10_000;

  private static final Duration IDLE = Duration.ofMinutes(10);

  private final HookHost.Parts parts;
  private final EventStore store;
  private final Mandate mandate;
  private final HookNews news;
  private final Signal signal = new Signal();
  private final WorkerThread thread = WorkerThread.repeating("hooks", LOG, this::step, this::last);
  private final Queue<Result> results = new ConcurrentLinkedQueue<>();
  private final Map<Thread, FetchDeadline> underWay = new ConcurrentHashMap<>();
  private volatile boolean isStopping;
  private volatile long waiting;

  // Of the thread.
  private final SortedMap<Long, HookLine> lines = new TreeMap<>();

  /** Ended or tried, and no row says so yet. Nothing is sent before they are written. */
  private final SortedMap<Long, Delivery> unwritten = new TreeMap<>();

  private long version = -1;
  private long saved;
  private long lastUnread;
  private LogTail log;

  private record Draft(HookLine line, Delivery delivery) {}

  private record Result(Hook hook, Delivery delivery, Attempt attempt, long tookMillis) {}

  HookRun(HookHost.Parts parts, Mandate mandate) {
    this.parts = parts;
    this.store = parts.store();
    this.mandate = mandate;
    this.news = new HookNews(store, parts.hosts());
    this.log = new LogTail(store, 0);
  }

  void start() {
    store.onCommit(signal::give);
    thread.start();
    signal.give();
  }

  long waiting() {
    return waiting;
  }

  /** Begins nothing new, and ends what is under way. */
  void stop() {
    isStopping = true;
    underWay.values().forEach(FetchDeadline::cancel);
  }

  void close() {
    stop();
    List.copyOf(underWay.keySet()).forEach(WorkerThread::awaitEnd);
    thread.close();
    // One may have begun while the thread ended.
    stop();
    List.copyOf(underWay.keySet()).forEach(WorkerThread::awaitEnd);
  }

  // ---- on the thread

  private void step() throws InterruptedException {
    Optional<Duration> pause = Optional.empty();
    try {
      if (mandate.isHeld() && !isStopping) {
        work();
      }
    } catch (RoleLostException e) {
      LOG.debug("webhooks go on elsewhere", e);
    } catch (StorageException e) {
      LOG.warn("webhooks pause for 10 s, as the store cannot be written: {}", e.toString());
      pause = Optional.of(WorkerThread.RETRY_AFTER);
    } catch (RuntimeException e) {
      LOG.error("webhooks pause for 10 s after a fault", e);
      pause = Optional.of(WorkerThread.RETRY_AFTER);
    }
    if (pause.isPresent()) {
      Thread.sleep(pause.get());
    } else {
      boolean _ = signal.await(untilNext());
    }
  }

  private void work() {
    takeResults();
    writeResults();
    readHooks();
    if (!lines.isEmpty()) {
      follow();
      giveUp();
      writeResults();
      begin();
    }
    waiting = lines.values().stream().mapToLong(HookLine::size).sum();
  }

  private Duration untilNext() {
    long now = parts.times().nowMillis();
    OptionalLong next =
        lines.values().stream().flatMapToLong(line -> line.wakeMillis(now).stream()).min();
    return next.isEmpty() || isStopping ? IDLE : parts.times().until(next.getAsLong());
  }

  /** Answers that came before the end are noted, if that is possible. */
  private void last() {
    try {
      takeResults();
      writeResults();
    } catch (RuntimeException e) {
      LOG.debug("what was delivered last is delivered again", e);
    }
  }

  // ---- hooks

  private void readHooks() {
    HookMarks marks = store.hooks().marks();
    if (marks.version() == version) {
      return;
    }
    if (lines.isEmpty()) {
      log = new LogTail(store, marks.position());
      saved = marks.position();
    }
    List<Hook> hooks = store.hooks().all();
    lines.keySet().retainAll(hooks.stream().map(Hook::id).toList());
    for (Hook hook : hooks) {
      lines
          .computeIfAbsent(hook.id(), _ -> new HookLine(hook))
          .read(hook, store.hooks().deliveries(hook.id()));
    }
    version = marks.version();
  }

  // ---- the log

  private void follow() {
    long until = store.lastSeq();
    boolean more = log.position() < until;
    while (more && !isStopping) {
      more = followSome(until);
    }
  }

  private boolean followSome(long until) {
    List<Delivery> drafts = new ArrayList<>();
    SortedMap<Long, Long> dropped = new TreeMap<>();
    try {
      boolean more = log.readSome(until, record -> read(record, drafts, dropped));
      boolean hasNews = !drafts.isEmpty() || !dropped.isEmpty();
      if (hasNews || log.position() - saved > RECORDS_UNSAVED_MAX) {
        write(drafts, dropped);
      }
      return more;
    } catch (RuntimeException e) {
      lines.values().forEach(HookLine::notWritten);
      log.goBackTo(saved);
      throw e;
    }
  }

  private void read(LogRecord record, List<Delivery> drafts, SortedMap<Long, Long> dropped) {
    for (Draft one : wanted(record)) {
      if (one.line().admit(one.delivery())) {
        drafts.add(one.delivery());
      } else {
        dropped.merge(one.delivery().hook(), 1L, Long::sum);
      }
    }
  }

  /** One record that cannot be read must not hold up all that come after it. */
  private List<Draft> wanted(LogRecord record) {
    try {
      return understood(record);
    } catch (StorageException e) {
      throw e;
    } catch (RuntimeException e) {
      if (record.seq() > lastUnread) {
        // Not again if it is read again, because a write failed.
        lastUnread = record.seq();
        parts.metrics().unread();
        LOG.error("webhooks hear nothing of record {} of the log", record.seq(), e);
      }
      return List.of();
    }
  }

  private List<Draft> understood(LogRecord record) {
    List<Hook> hooks = lines.values().stream().map(HookLine::hook).toList();
    Optional<Notice> notice = news.of(record, hooks, parts.times().nowSeconds());
    if (notice.isEmpty()) {
      return List.of();
    }
    List<Draft> drafts = new ArrayList<>();
    for (HookLine line : lines.values()) {
      notice
          .get()
          .wantedBy(line.hook())
          .map(wanted -> notice.get().to(line.hook(), wanted, token(), parts.times().nowMillis()))
          .ifPresent(delivery -> drafts.add(new Draft(line, delivery)));
    }
    return drafts;
  }

  private String token() {
    byte[] bytes = new byte[TOKEN_BYTES];
    parts.random().nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  private void write(List<Delivery> drafts, SortedMap<Long, Long> dropped) {
    long position = log.position();
    long now = parts.times().nowMillis();
    List<Delivery> leaving =
        lines.values().stream().flatMap(line -> line.leaving(now).stream()).toList();
    List<Delivery> numbered =
        written(tx -> {
          leaving.forEach(tx.hooks()::note);
          List<Delivery> kept =
              drafts.stream().flatMap(one -> tx.hooks().enqueue(one).stream()).toList();
          dropped.forEach(tx.hooks()::dropped);
          tx.hooks().followed(position);
          return kept;
        });
    saved = position;
    lines
        .values()
        .forEach(line ->
            line.written(numbered.stream().filter(one -> one.hook() == line.hook().id()).toList()));
    leaving.forEach(one -> parts.metrics().ended(one.progress().phase()));
    parts.metrics().dropped(dropped.values().stream().mapToInt(Long::intValue).sum());
  }

  private <R> R written(Function<StoreTransaction, R> work) {
    return Await.answerOf(
        mandate.track(
            store.write(tx -> {
              mandate.require(tx);
              return work.apply(tx);
            })));
  }

  // ---- attempts

  private void giveUp() {
    long now = parts.times().nowMillis();
    for (HookLine line : lines.values()) {
      for (Delivery over : line.giveUp(now)) {
        unwritten.put(over.number(), over);
        parts.metrics().ended(over.progress().phase());
      }
    }
  }

  private void begin() {
    for (HookLine line : lines.values()) {
      if (!isStopping) {
        line.begin(parts.times().nowMillis()).ifPresent(next -> begin(line.hook(), next));
      }
    }
  }

  private void begin(Hook hook, Delivery delivery) {
    FetchDeadline deadline = parts.sender().deadline();
    Thread attempt =
        Thread.ofVirtual()
            .name("hook-" + hook.id())
            .unstarted(() -> {
              long began = System.nanoTime();
              Attempt end = attempt(hook, delivery, deadline);
              long took = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began);
              results.add(new Result(hook, delivery, end, took));
              underWay.remove(Thread.currentThread());
              signal.give();
            });
    underWay.put(attempt, deadline);
    attempt.start();
  }

  private Attempt attempt(Hook hook, Delivery delivery, FetchDeadline deadline) {
    try {
      Optional<Event> event = delivery.event().flatMap(store::served);
      boolean isHere =
          event.isPresent() == delivery.event().isPresent()
              && delivery.repository().filter(parts.hosts().negate()).isEmpty();
      if (!isHere) {
        return new Attempt.Withdrawn();
      }
      Optional<Event> root =
          event.flatMap(TalkReader::read).flatMap(this::rootOf).flatMap(store::served);
      byte[] body = new HookBody(parts.service(), delivery, event, root).bytes();
      Attempt end = parts.sender().send(hook, delivery, body, deadline);
      parts.failPoints().reach(FailPoints.HOOK_SENT);
      return end;
    } catch (RuntimeException e) {
      LOG.error("delivery {} to hook {} failed by a fault of ours", delivery.token(), hook.id(), e);
      return new Attempt.Failed("a fault of this server, see its log");
    }
  }

  /** Returns the event that begins the thread, if that is another one. */
  private Optional<EventId> rootOf(TalkEvent event) {
    Optional<EventId> named =
        event instanceof TalkEvent.Root
            ? Optional.of(event.id())
            : event.names().stream().findFirst();
    return named
        .flatMap(this::read)
        .filter(TalkEvent.Root.class::isInstance)
        .map(TalkEvent.Root.class::cast)
        .map(root -> SeriesBeginning.of(root, this::read, one -> !one.repositories().isEmpty()))
        .map(TalkEvent::id)
        .filter(id -> !id.equals(event.id()));
  }

  private Optional<TalkEvent> read(EventId id) {
    return store.served(id).flatMap(TalkReader::read);
  }

  private void takeResults() {
    for (Result result = results.poll(); result != null; result = results.poll()) {
      take(result);
    }
  }

  private void take(Result result) {
    HookLine line = lines.get(result.hook().id());
    // An attempt that the end of this server cut off counts as never begun.
    boolean isCut = isStopping && result.attempt() instanceof Attempt.Failed;
    if (line == null || isCut) {
      return;
    }
    Optional<Delivery> after =
        line.end(
            result.delivery().number(),
            result.attempt(),
            result.tookMillis(),
            parts.times().nowMillis(),
            parts.random());
    after.ifPresent(one -> {
      unwritten.put(one.number(), one);
      if (!(result.attempt() instanceof Attempt.Withdrawn)) {
        parts.metrics().attempted(one.progress().phase() == Delivery.Phase.DELIVERED);
      }
      if (!one.isWaiting()) {
        parts.metrics().ended(one.progress().phase());
      }
    });
  }

  private void writeResults() {
    if (!unwritten.isEmpty()) {
      List<Delivery> all = List.copyOf(unwritten.values());
      boolean _ =
          written(tx -> {
            all.forEach(tx.hooks()::note);
            return true;
          });
      unwritten.clear();
    }
  }
}
