package dev.graspd.server.hosting;

import dev.graspd.core.repo.Identifier;
import dev.graspd.core.role.RoleTransaction;
import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.LogRecord;
import dev.graspd.core.store.RepositoryStore;
import dev.graspd.core.store.RepositoryTransaction;
import dev.graspd.core.store.StoreTransaction;
import dev.graspd.server.family.FamilyMemory;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * A store as one of two hosts sees it, perhaps with a fault.
 *
 * @param isLate whether the host follows the log only when it needs a family, not after each
 *     commit. This is no fault: another process may always be late
 */
record FaultyStore(
    EventStore store, RepositoryStore rows, Fault fault, boolean isLate, Memory memory) {
  /** What may be wrong with a host. */
  enum Fault {
    NONE,
    /** A transaction believes that each family is as the host has read it. */
    VERSION_NOT_COMPARED,
    /** Some changes of families are not in the log. */
    RECORD_NOT_READ,
    /** A pack is named before it is durable, and its host is killed in between. */
    PACK_NAMED_EARLY,
    /** Held events are read before the family, so that the view may be newer. */
    HELD_EVENTS_READ_EARLY,
    /** A host answers without following the log first. */
    LOG_NOT_FOLLOWED,
    /** Old packs are removed before the store names the new ones. */
    PACKS_REMOVED_EARLY,
    /** A host writes under a role although another one has taken it. */
    ROLE_NOT_FENCED
  }

  private static final int UNREAD = 5;

  /** With the fault, the end of the log is noticed at one of so many questions. */
  private static final int NOTICED = 32;

  /** What a faulty host remembers. */
  record Memory(
      Map<Identifier, Long> versions,
      Map<Identifier, Object> held,
      AtomicLong lastSeq,
      AtomicLong questions) {
    Memory() {
      this(
          new ConcurrentHashMap<>(), new ConcurrentHashMap<>(), new AtomicLong(), new AtomicLong());
    }
  }

  FaultyStore(EventStore store, RepositoryStore rows, Fault fault, boolean isLate) {
    this(store, rows, fault, isLate, new Memory());
  }

  RepositoryStore repositories() {
    return switch (fault) {
      case VERSION_NOT_COMPARED ->
          changed(
              RepositoryStore.class,
              rows,
              "version",
              (arguments, answer) -> {
                memory.versions.put((Identifier) arguments[0], (Long) answer);
                return answer;
              });
      case HELD_EVENTS_READ_EARLY ->
          changed(
              RepositoryStore.class,
              rows,
              "waiting",
              (arguments, answer) ->
                  arguments != null && isRememberedNow()
                      ? earlier((Identifier) arguments[0], answer)
                      : answer);
      default -> rows;
    };
  }

  private static boolean isRememberedNow() {
    return StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
        .walk(frames -> frames.anyMatch(frame -> frame.getDeclaringClass() == FamilyMemory.class));
  }

  private Object earlier(Identifier family, Object now) {
    Object before = memory.held.put(family, now);
    return before == null ? now : before;
  }

  EventStore events() {
    EventStore events =
        switch (fault) {
          case RECORD_NOT_READ ->
              changed(
                  EventStore.class, store, "tail", (_, answer) -> withoutSome((List<?>) answer));
          case VERSION_NOT_COMPARED -> writing(this::believing);
          case ROLE_NOT_FENCED -> writing(FaultyStore::unfenced);
          case LOG_NOT_FOLLOWED ->
              changed(EventStore.class, store, "lastSeq", (_, answer) -> noticed((Long) answer));
          case NONE, PACK_NAMED_EARLY, HELD_EVENTS_READ_EARLY, PACKS_REMOVED_EARLY -> store;
        };
    return isLate || fault == Fault.LOG_NOT_FOLLOWED ? late(events) : events;
  }

  private long noticed(long lastSeq) {
    return memory.questions.incrementAndGet() % NOTICED == 0
        ? memory.lastSeq.updateAndGet(known -> Math.max(known, lastSeq))
        : memory.lastSeq.get();
  }

  private static EventStore late(EventStore events) {
    return intercepted(
        EventStore.class,
        (method, arguments) ->
            method.getName().equals("onCommit") ? null : invoke(events, method, arguments));
  }

  private static List<LogRecord> withoutSome(List<?> log) {
    return log.stream()
        .map(LogRecord.class::cast)
        .filter(
            record -> !(record instanceof LogRecord.FamilyChanged) || record.seq() % UNREAD != 0)
        .toList();
  }

  /** A store whose transactions are these instead. */
  private EventStore writing(UnaryOperator<StoreTransaction> faulty) {
    return intercepted(
        EventStore.class,
        (method, arguments) -> {
          if (method.getName().equals("write")) {
            @SuppressWarnings("unchecked")
            Function<StoreTransaction, Object> work =
                (Function<StoreTransaction, Object>) arguments[0];
            return store.write(tx -> work.apply(faulty.apply(tx)));
          }
          return invoke(store, method, arguments);
        });
  }

  private static StoreTransaction unfenced(StoreTransaction tx) {
    return changed(
        StoreTransaction.class,
        tx,
        "roles",
        (_, roles) ->
            intercepted(
                RoleTransaction.class,
                (method, arguments) ->
                    method.getName().equals("require") ? null : invoke(roles, method, arguments)));
  }

  /** A transaction that finds the versions that were read last. */
  private StoreTransaction believing(StoreTransaction tx) {
    return changed(
        StoreTransaction.class,
        tx,
        "repositories",
        (_, answer) -> believing((RepositoryTransaction) answer));
  }

  private RepositoryTransaction believing(RepositoryTransaction tx) {
    RepositoryTransaction comparing =
        changed(
            RepositoryTransaction.class,
            tx,
            "version",
            (arguments, version) ->
                memory.versions.getOrDefault((Identifier) arguments[0], (Long) version));
    return changed(
        RepositoryTransaction.class,
        comparing,
        "raise",
        (arguments, version) -> {
          memory.versions.put((Identifier) arguments[0], (Long) version);
          return version;
        });
  }

  /** Returns a part of the store in which one method answers something else. */
  private static <T> T changed(
      Class<T> port, T part, String name, BiFunction<Object[], Object, Object> change) {
    return intercepted(
        port,
        (method, arguments) -> {
          Object answer = invoke(part, method, arguments);
          return method.getName().equals(name) ? change.apply(arguments, answer) : answer;
        });
  }

  private interface Interception {
    Object of(Method method, Object[] arguments) throws Throwable;
  }

  private static <T> T intercepted(Class<T> port, Interception interception) {
    return port.cast(
        Proxy.newProxyInstance(
            port.getClassLoader(),
            new Class<?>[] {port},
            (_, method, arguments) -> interception.of(method, arguments)));
  }

  private static Object invoke(Object part, Method method, Object[] arguments) throws Throwable {
    try {
      return method.invoke(part, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
