package dev.graspd.server.hook;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.ServiceAddress;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.Refs;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.repo.RepositoryPattern;
import dev.graspd.core.role.Role;
import dev.graspd.core.store.Removal;
import dev.graspd.core.store.Store;
import dev.graspd.core.store.hook.Delivery;
import dev.graspd.core.store.hook.Delivery.Phase;
import dev.graspd.core.store.hook.Hook;
import dev.graspd.core.store.hook.HookSecret;
import dev.graspd.core.store.hook.Topic;
import dev.graspd.server.base.FailPoints;
import dev.graspd.server.egress.TestEgress;
import dev.graspd.server.egress.dial.EgressRules;
import dev.graspd.server.role.Candidacy;
import dev.graspd.server.role.LocalRoles;
import dev.graspd.server.testing.Stores;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Eventually;
import dev.graspd.testkit.Signer;
import dev.graspd.testkit.TestKeys;
import dev.graspd.testkit.store.StoreDriver;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A real store with hosts that send deliveries, a thousand times as fast: a second of the pace is a
 * millisecond, the first pause after a failure 10 ms.
 */
final class HookFixture implements AutoCloseable {
  static final HookSecret SECRET = new HookSecret("a-secret-of-tests");
  static final RepoAddress REPO =
      new RepoAddress(TestKeys.ALICE.publicKey(), Identifier.parse("demo").orElseThrow());

  private static final int SCALE = 1_000;
  private static final Duration WITHIN = Duration.ofSeconds(60);

  final Store store;
  final LocalRoles roles;

  /** A repository of which nobody can say whether it is hosted. */
  static final RepoAddress BROKEN =
      new RepoAddress(TestKeys.ALICE.publicKey(), Identifier.parse("broken").orElseThrow());

  final AtomicBoolean hosts = new AtomicBoolean(true);
  final AtomicInteger unread = new AtomicInteger();
  private final TestEgress egress = TestEgress.with(EgressRules.STRICT, TestEgress.PATIENT);
  private final HookTimes times = HookTimes.of(InstantSource.system(), SCALE);
  private final StoreDriver driver;

  HookFixture(Path directory) {
    store = Stores.open(directory);
    driver = new StoreDriver(store);
    roles = new LocalRoles(store);
  }

  HookHost host(FailPoints failPoints) {
    return new HookHost(parts(failPoints));
  }

  HookHost.Parts parts(FailPoints failPoints) {
    return new HookHost.Parts(
        store,
        this::isHosted,
        ServiceAddress.of("relay.test", "/"),
        new HookSender(egress::http, WITHIN),
        times,
        new Random(),
        new Unread(unread),
        failPoints);
  }

  private boolean isHosted(RepoAddress repository) {
    if (repository.equals(BROKEN)) {
      throw new IllegalStateException("a fault in the code");
    }
    return hosts.get() && repository.equals(REPO);
  }

  private record Unread(AtomicInteger count) implements HookMetrics {
    @Override
    public void attempted(boolean taken) {}

    @Override
    public void ended(Phase phase) {}

    @Override
    public void dropped(int dropped) {}

    @Override
    public void unread() {
      count.incrementAndGet();
    }
  }

  Candidacy started() {
    return roles.offer(Role.HOOKS, host(FailPoints.NONE));
  }

  // ---- orders

  Hook hook(Receiver receiver, Topic... topics) {
    return hook(receiver, true, "", topics);
  }

  Hook hook(Receiver receiver, boolean anyAddress, String repositories, Topic... topics) {
    Hook hook =
        new Hook(
            0,
            receiver.url(),
            SECRET,
            new TreeSet<>(List.of(topics)),
            RepositoryPattern.parse(repositories),
            anyAddress,
            "uid 1",
            0,
            0,
            0);
    return driver.write(tx -> tx.hooks().add(hook)).orElseThrow();
  }

  Delivery awaitOnly(Hook hook, Phase phase) {
    Eventually.await(
        () ->
            deliveries(hook).size() == 1 && deliveries(hook).getFirst().progress().phase() == phase,
        () -> "deliveries: " + deliveries(hook));
    return deliveries(hook).getFirst();
  }

  List<Delivery> deliveries(Hook hook) {
    return store.hooks().deliveries(hook.id());
  }

  Hook now(Hook hook) {
    return store.hooks().all().stream()
        .filter(one -> one.id() == hook.id())
        .findFirst()
        .orElseThrow();
  }

  // ---- what happens

  Event served(Event event) {
    driver.append(event);
    return event;
  }

  static EventBuilder kind(int kind) {
    return EventBuilder.kind(kind).at(Instant.now().getEpochSecond());
  }

  Event issue(Signer author, String text) {
    return served(kind(1621).tag("a", REPO.toString()).content(text).signedBy(author));
  }

  void push(char digit) {
    SortedMap<RefName, Oid> values = new TreeMap<>();
    RefName main = new RefName("refs/heads/main");
    values.put(main, new Oid(String.valueOf(digit).repeat(Oid.DIGITS)));
    driver.write(tx -> {
      tx.repositories().putRefs(REPO, new Refs(values, Optional.of(main)));
      return true;
    });
  }

  void delete(Event event) {
    driver.remove(event.id(), Removal.DELETED);
  }

  @Override
  public void close() {
    roles.close();
    store.close();
    egress.close();
  }
}
