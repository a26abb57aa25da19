package dev.graspd.conformance.clients;

import dev.graspd.testkit.Signer;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.LinkedBlockingQueue;
import kotlin.Unit;
import kotlin.coroutines.Continuation;
import kotlin.coroutines.EmptyCoroutineContext;
import kotlinx.coroutines.BuildersKt;
import org.jspecify.annotations.Nullable;
import rust.nostr.sdk.Client;
import rust.nostr.sdk.ClientBuilder;
import rust.nostr.sdk.Event;
import rust.nostr.sdk.Events;
import rust.nostr.sdk.Filter;
import rust.nostr.sdk.HandleNotification;
import rust.nostr.sdk.Keys;
import rust.nostr.sdk.NegentropyItem;
import rust.nostr.sdk.NostrDatabase;
import rust.nostr.sdk.NostrSdkException;
import rust.nostr.sdk.NostrSigner;
import rust.nostr.sdk.Reconciliation;
import rust.nostr.sdk.Relay;
import rust.nostr.sdk.RelayMessage;
import rust.nostr.sdk.RelayUrl;
import rust.nostr.sdk.SecretKey;
import rust.nostr.sdk.SendEventOutput;
import rust.nostr.sdk.SyncDirection;
import rust.nostr.sdk.SyncOptions;
import rust.nostr.sdk.UnsignedEvent;

/**
 * The client library of rust-nostr, which shares no code with this project, driven from Java. Its
 * functions suspend: each call here waits for the result. Functions whose Kotlin names carry a
 * suffix that Java cannot write (those that take durations or unsigned numbers) go by reflection.
 */
final class RustClient implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Duration COUNT_PATIENCE = Duration.ofSeconds(5);
  private static final int ATTEMPTS_MAX = 12;

  /** The library's word for an answer that did not come. */
  private static final String TIMEOUT = "timeout";

  private final Client client;
  private final Relay relay;

  private RustClient(Client client, RelayUrl url) {
    this.client = client;
    await(c -> client.addRelay(url, c));
    this.relay = await(c -> client.relay(url, c));
    call(relay, "tryConnect", kotlinDuration(PATIENCE));
  }

  /** Connects a client that signs, and authenticates when asked, with these keys. */
  static RustClient connect(URI relay, Keys keys) {
    return new RustClient(new Client(NostrSigner.Companion.keys(keys)), url(relay));
  }

  /** The same with a database of its own, so that it can sync. */
  static RustClient connect(URI relay, Keys keys, Path database) {
    try (ClientBuilder builder = new ClientBuilder()) {
      Client client =
          builder
              .signer(NostrSigner.Companion.keys(keys))
              .database(of(() -> NostrDatabase.Companion.lmdb(database.toString())))
              .build();
      return new RustClient(client, url(relay));
    }
  }

  private static RelayUrl url(URI relay) {
    return of(() -> RelayUrl.Companion.parse(relay.toString()));
  }

  /** Signs an event given as JSON without id and signature. */
  static Event signed(String unsignedJson, Keys keys) {
    try (UnsignedEvent event = of(() -> UnsignedEvent.Companion.fromJson(unsignedJson))) {
      return of(() -> event.signWithKeys(keys));
    }
  }

  static Event parsed(String eventJson) {
    return of(() -> Event.Companion.fromJson(eventJson));
  }

  static String jsonOf(Event event) {
    return of(event::asJson);
  }

  static Keys keysOf(Signer signer) {
    String hex = HexFormat.of().formatHex(signer.secret());
    return new Keys(of(() -> SecretKey.Companion.parse(hex)));
  }

  private static Filter filter(String json) {
    return of(() -> Filter.Companion.fromJson(json));
  }

  /**
   * Publishes; returns which relays took it and which did not, and why. The library listens for the
   * end of its authentication after it has begun, and can miss it; then it publishes again.
   */
  SendEventOutput publish(Event event) {
    SendEventOutput output = await(c -> client.sendEvent(event, c));
    for (int attempt = 1; attempt < ATTEMPTS_MAX && isMissed(output); attempt++) {
      output = await(c -> client.sendEvent(event, c));
    }
    return output;
  }

  private static boolean isMissed(SendEventOutput output) {
    return output.getFailed().containsValue(TIMEOUT);
  }

  List<Event> fetch(String filter) {
    Events events = (Events) call(client, "fetchEvents", filter(filter), kotlinDuration(PATIENCE));
    return of(events::toVec);
  }

  /**
   * Counts. The library sends the question before it listens for the answer, so that an answer in
   * between is lost to it; then it asks again.
   */
  long count(String filter) {
    for (int attempt = 1; ; attempt++) {
      try {
        Object count = call(relay, "countEvents", filter(filter), kotlinDuration(COUNT_PATIENCE));
        return Long.parseUnsignedLong(count.toString());
      } catch (Exception e) {
        if (!isTimeout(e) || attempt == ATTEMPTS_MAX) {
          throw new AssertionError("the client cannot count", e);
        }
      }
    }
  }

  private static boolean isTimeout(Exception e) {
    return e instanceof NostrSdkException.Generic && TIMEOUT.equals(e.getMessage());
  }

  /** Compares the relay's set with these events, without moving any. */
  Reconciliation compare(String filter, List<Event> ours) {
    List<NegentropyItem> items =
        ours.stream().map(event -> new NegentropyItem(event.id(), event.createdAt())).toList();
    SyncOptions options = new SyncOptions().direction(SyncDirection.BOTH).dryRun();
    return await(c -> relay.syncWithItems(filter(filter), items, options, c));
  }

  /** Brings the client's database and the relay to the same set. */
  Reconciliation sync(String filter) {
    SyncOptions options = new SyncOptions().direction(SyncDirection.BOTH);
    return await(c -> relay.sync(filter(filter), options, c));
  }

  /** Puts an event into the client's own database. */
  void keep(Event event) {
    await(c -> client.database().saveEvent(event, c));
  }

  List<Event> kept(String filter) {
    Events events = await(c -> client.database().query(filter(filter), c));
    return of(events::toVec);
  }

  /** Subscribes; the events come out of the queue. */
  BlockingQueue<Event> subscribe(String filter) {
    BlockingQueue<Event> queue = new LinkedBlockingQueue<>();
    Thread.ofVirtual()
        .name("rust-notifications")
        .start(() -> await(c -> client.handleNotifications(new Queueing(queue), c)));
    await(c -> client.subscribe(filter(filter), null, c));
    return queue;
  }

  @Override
  public void close() {
    await(c -> client.shutdown(c));
    client.close();
  }

  private record Queueing(BlockingQueue<Event> queue) implements HandleNotification {
    @Override
    public Object handle(
        RelayUrl url, String subscription, Event event, Continuation<? super Unit> c) {
      queue.add(event);
      return Unit.INSTANCE;
    }

    @Override
    public Object handleMsg(RelayUrl url, RelayMessage message, Continuation<? super Unit> c) {
      return Unit.INSTANCE;
    }
  }

  // ---- suspending functions and checked exceptions from Java

  private static <T> T of(Callable<T> call) {
    try {
      return call.call();
    } catch (Exception e) {
      throw new AssertionError("the client failed: " + e.getMessage(), e);
    }
  }

  private interface Suspending<T> {
    @Nullable Object start(Continuation<? super T> continuation) throws Exception;
  }

  private static <T> T await(Suspending<T> call) {
    try {
      return BuildersKt.runBlocking(
          EmptyCoroutineContext.INSTANCE,
          (_, continuation) -> {
            try {
              return call.start(continuation);
            } catch (Exception e) {
              throw new AssertionError("the client failed: " + e.getMessage(), e);
            }
          });
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted while the client works", e);
    }
  }

  /** Calls the suspending function of this name, whatever suffix it has. */
  private static Object call(Object target, String name, Object... arguments) {
    Method method =
        Arrays.stream(target.getClass().getMethods())
            .filter(candidate -> candidate.getName().startsWith(name + "-"))
            .findFirst()
            .orElseThrow(() -> new AssertionError("the client has no " + name));
    return await(c -> {
      Object[] all = Arrays.copyOf(arguments, arguments.length + 1);
      all[arguments.length] = c;
      try {
        return method.invoke(target, all);
      } catch (InvocationTargetException e) {
        throw new AssertionError("the client failed: " + e.getCause(), e.getCause());
      }
    });
  }

  /** Kotlin's durations of less than a century are nanoseconds, doubled. */
  private static long kotlinDuration(Duration duration) {
    return duration.toNanos() << 1;
  }
}
