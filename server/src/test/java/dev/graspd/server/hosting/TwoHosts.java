package dev.graspd.server.hosting;

import dev.graspd.core.policy.AdmissionRules;
import dev.graspd.core.policy.room.NewRepositoryRates;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.LogRecord;
import dev.graspd.core.store.RepositoryStore;
import dev.graspd.core.store.RepositoryTransaction;
import dev.graspd.core.store.Store;
import dev.graspd.core.store.StoreTransaction;
import dev.graspd.server.base.UptimeClock;
import dev.graspd.server.family.HostingMetrics;
import dev.graspd.server.gate.PlainReception;
import dev.graspd.server.testing.Stores;
import dev.graspd.testkit.EventBuilder;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiFunction;
import java.util.function.Function;

/** Two hosts over one store. The first one has the timers. Either may be replaced by a new one. */
final class TwoHosts implements AutoCloseable {
  /** What may be wrong with them. */
  enum Fault {
    NONE,
    /** A transaction believes that each family is as the host has read it. */
    VERSION_NOT_COMPARED,
    /** Some changes of families are not in the log. */
    RECORD_NOT_READ,
    /** A pack is named before it is durable, and its host is killed in between. */
    PACK_NAMED_EARLY
  }

  private static final Instant NOW = Instant.ofEpochSecond(EventBuilder.DEFAULT_CREATED_AT + 9_000);
  private static final int UNREAD = 5;

  final Store store;
  final NamedObjects git;
  final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
  private final AtomicLong nanos = new AtomicLong();
  private final UptimeClock clock = new UptimeClock(0, nanos::get, () -> NOW, 1);
  private final Fault fault;
  private final RepositoryHost[] hosts = new RepositoryHost[2];

  TwoHosts(Path directory, Fault fault) {
    this.fault = fault;
    store = Stores.open(directory);
    git = new NamedObjects(store.repositories(), fault == Fault.PACK_NAMED_EARLY);
    hosts[0] = newHost();
    hosts[0].start();
    hosts[1] = newHost();
  }

  RepositoryHost host(int number) {
    return hosts[number];
  }

  /** Ends one without a word, and begins another one in its place. */
  void replace(int number) {
    hosts[number].close();
    hosts[number] = newHost();
    if (number == 0) {
      hosts[0].start();
    }
  }

  void pass(Duration time) {
    nanos.addAndGet(time.toNanos());
    hosts[0].wake();
  }

  private RepositoryHost newHost() {
    AdmissionRules general =
        new AdmissionRules(
            TwoHostsTest.SERVICE,
            false,
            1 << 18,
            1 << 20,
            2_000,
            12_000,
            900,
            0,
            true,
            new TreeSet<>());
    Map<Identifier, Long> read = new ConcurrentHashMap<>();
    EventStore events = events(read);
    return new RepositoryHost(
        TestHosting.parts(
            events,
            repositories(read),
            git,
            new PlainReception(events, general, _ -> {}, () -> NOW),
            clock,
            executor,
            HostingMetrics.NONE),
        TestHosting.policy(
            general,
            TwoHostsTest.RULES,
            TwoHostsTest.MODE,
            TestHosting.limits(
                100_000,
                1 << 26,
                new NewRepositoryRates(100_000, 100_000),
                100_000,
                1_000,
                1_000,
                100_000),
            "wss://git.example.org"));
  }

  // ---- faults

  private RepositoryStore repositories(Map<Identifier, Long> read) {
    return fault == Fault.VERSION_NOT_COMPARED
        ? changed(
            RepositoryStore.class,
            store.repositories(),
            "version",
            (arguments, answer) -> {
              read.put((Identifier) arguments[0], (Long) answer);
              return answer;
            })
        : store.repositories();
  }

  private EventStore events(Map<Identifier, Long> read) {
    return switch (fault) {
      case NONE, PACK_NAMED_EARLY -> store;
      case RECORD_NOT_READ ->
          changed(EventStore.class, store, "tail", (_, answer) -> withoutSome((List<?>) answer));
      case VERSION_NOT_COMPARED -> believing(read);
    };
  }

  private static List<LogRecord> withoutSome(List<?> log) {
    return log.stream()
        .map(LogRecord.class::cast)
        .filter(
            record -> !(record instanceof LogRecord.FamilyChanged) || record.seq() % UNREAD != 0)
        .toList();
  }

  /** A store whose transactions find the versions that were read last. */
  private EventStore believing(Map<Identifier, Long> read) {
    return (EventStore)
        Proxy.newProxyInstance(
            EventStore.class.getClassLoader(),
            new Class<?>[] {EventStore.class},
            (_, method, arguments) -> {
              if (method.getName().equals("write")) {
                @SuppressWarnings("unchecked")
                Function<StoreTransaction, Object> work =
                    (Function<StoreTransaction, Object>) arguments[0];
                return store.write(tx -> work.apply(believing(tx, read)));
              }
              return invoke(store, method, arguments);
            });
  }

  private static StoreTransaction believing(StoreTransaction tx, Map<Identifier, Long> read) {
    return changed(
        StoreTransaction.class,
        tx,
        "repositories",
        (_, answer) -> believing((RepositoryTransaction) answer, read));
  }

  private static RepositoryTransaction believing(
      RepositoryTransaction tx, Map<Identifier, Long> read) {
    RepositoryTransaction comparing =
        changed(
            RepositoryTransaction.class,
            tx,
            "version",
            (arguments, version) -> read.getOrDefault((Identifier) arguments[0], (Long) version));
    return changed(
        RepositoryTransaction.class,
        comparing,
        "raise",
        (arguments, version) -> {
          read.put((Identifier) arguments[0], (Long) version);
          return version;
        });
  }

  /** Returns a part of the store in which one method answers something else. */
  private static <T> T changed(
      Class<T> port, T part, String name, BiFunction<Object[], Object, Object> change) {
    return port.cast(
        Proxy.newProxyInstance(
            port.getClassLoader(),
            new Class<?>[] {port},
            (_, method, arguments) -> {
              Object answer = invoke(part, method, arguments);
              return method.getName().equals(name) ? change.apply(arguments, answer) : answer;
            }));
  }

  private static Object invoke(Object part, Method method, Object[] arguments) throws Throwable {
    try {
      return method.invoke(part, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  @Override
  public void close() {
    hosts[0].close();
    hosts[1].close();
    executor.close();
    store.close();
  }
}
