package dev.graspd.server.hosting;

import static dev.graspd.server.hosting.RepoWords.commands;
import static dev.graspd.server.hosting.RepoWords.now;
import static dev.graspd.server.hosting.RepoWords.oid;
import static dev.graspd.server.hosting.RepoWords.outcomes;
import static dev.graspd.testkit.TestKeys.ALICE;
import static dev.graspd.testkit.TestKeys.BOB;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.RefSpace;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.server.charge.Payer;
import dev.graspd.server.family.push.PushRequest;
import dev.graspd.server.gate.Origin;
import dev.graspd.server.hosting.RefHistory.Effect;
import dev.graspd.server.hosting.RefHistory.Operation;
import dev.graspd.testkit.Signer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;

/**
 * Owners and readers of one family at the same time, each on its own thread, on both hosts. Two
 * owners move two refs each: by pushes to both hosts at once, and by states whose commits are here.
 * The seed chooses the operations, the machine their order. Every answer is noted.
 */
final class LinearRefsRun {
  private static final List<Signer> OWNERS = List.of(ALICE, BOB);
  private static final List<String> REFS = List.of("main", "dev");
  private static final int ROUNDS = 4;

  /** Reads during and after each change. */
  private static final int READS = 2;

  private static final Origin CLIENT =
      new Origin.Client(Collections.emptySortedSet(), Payer.operator());

  private final TwoHosts hosts;
  private final Identifier identifier;
  private final int seed;
  private final List<Signer> owners;
  private final int readers;

  /** Orders calls and answers of all threads. */
  private final AtomicLong time = new AtomicLong();

  private final AtomicInteger commits = new AtomicInteger();
  private final Map<String, List<Operation>> histories = new TreeMap<>();

  /** Lets readers read. */
  private final Semaphore turns = new Semaphore(0);

  LinearRefsRun(TwoHosts hosts, int seed) {
    this(hosts, seed, OWNERS, 4);
  }

  /** One owner alone, who reads the refs after each round. */
  static LinearRefsRun ofOne(TwoHosts hosts, int seed) {
    return new LinearRefsRun(hosts, seed, List.of(ALICE), 0);
  }

  private LinearRefsRun(TwoHosts hosts, int seed, List<Signer> owners, int readers) {
    this.hosts = hosts;
    this.seed = seed;
    this.owners = owners;
    this.readers = readers;
    this.identifier = new Identifier("linear-" + seed);
    for (Signer owner : owners) {
      REFS.forEach(
          ref -> histories.put(name(owner, ref), Collections.synchronizedList(new ArrayList<>())));
    }
  }

  private static String name(Signer owner, String ref) {
    return owner.publicKey().hex().substring(0, 4) + "/" + ref;
  }

  /** Does everything; returns the first ref whose history nothing explains. */
  Optional<String> problem() {
    owners.forEach(owner -> send(0, RepoWords.announcement(owner, identifier.text(), 0)));
    SplittableRandom random = new SplittableRandom(seed);
    CompletableFuture<?>[] writers =
        owners.stream()
            .map(owner -> {
              SplittableRandom own = random.split();
              return CompletableFuture.runAsync(() -> write(owner, own), hosts.executor);
            })
            .toArray(CompletableFuture[]::new);
    CompletableFuture<Void> written = CompletableFuture.allOf(writers);
    List<CompletableFuture<Void>> reading = new ArrayList<>();
    for (int i = 0; i < readers; i++) {
      int host = i % 2;
      SplittableRandom own = random.split();
      reading.add(CompletableFuture.runAsync(() -> read(host, own, written), hosts.executor));
    }
    now(written);
    turns.release(readers);
    reading.forEach(RepoWords::now);
    return histories.entrySet().stream()
        .flatMap(one ->
            new RefHistory("none", one.getValue())
                .problem().map(why -> one.getKey() + ": " + why).stream())
        .findFirst();
  }

  // ---- owners

  private void write(Signer owner, RandomGenerator random) {
    int[] values = {0, 0};
    for (int round = 1; round <= ROUNDS; round++) {
      turns.release(READS);
      boolean isPush = round == 1 || random.nextInt(3) > 0;
      if (isPush) {
        values[0] = commits.incrementAndGet();
        values[1] = commits.incrementAndGet();
        pushBoth(owner, round, random, values[0], values[1]);
      } else {
        int main = values[0];
        values[0] = values[1];
        values[1] = main;
        exchange(owner, round, random.nextInt(2), values[0], values[1]);
      }
      turns.release(READS);
      REFS.forEach(ref -> read(random.nextInt(2), owner, ref, random.nextBoolean()));
    }
  }

  /** A state with two new commits, which come by both hosts at the same time. */
  private void pushBoth(Signer owner, int round, RandomGenerator random, int main, int dev) {
    String _ = send(random.nextInt(2), state(owner, round, main, dev));
    int host = random.nextInt(2);
    List<String> _ =
        Together.run(
            random,
            hosts.executor,
            () -> push(host, owner, "main", main),
            () -> push(1 - host, owner, "dev", dev));
  }

  private String push(int host, Signer owner, String ref, int commit) {
    PushRequest request =
        new PushRequest(of(owner), commands(ref + "=" + commit), false, Payer.operator());
    long called = time.incrementAndGet();
    String answer =
        outcomes(
            now(
                hosts
                    .host(host)
                    .pushes()
                    .perform(request, hosts.git(host).bring(identifier, commit))));
    switch (answer) {
      case "ok" -> note(host, owner, ref, called, new Effect.Write("" + commit));
      case "unchanged" -> note(host, owner, ref, called, new Effect.Read("" + commit));
      default -> {
        // A refused push has no effect.
      }
    }
    return answer;
  }

  /** A state of commits that are here: it moves both refs at once. */
  private void exchange(Signer owner, int round, int host, int main, int dev) {
    long called = time.incrementAndGet();
    String answer = send(host, state(owner, round, main, dev));
    if (answer.isEmpty()) {
      note(host, owner, "main", called, new Effect.Write("" + main));
      note(host, owner, "dev", called, new Effect.Write("" + dev));
    }
  }

  private Event state(Signer owner, int round, int main, int dev) {
    return RepoWords.state(owner, identifier.text(), round, "main=" + main + " dev=" + dev);
  }

  private String send(int host, Event event) {
    return now(hosts.host(host).reception().receive(event, CLIENT)).reply(event.id()).message();
  }

  private RepoAddress of(Signer owner) {
    return new RepoAddress(owner.publicKey(), identifier);
  }

  // ---- readers

  /** Reads until all is written. */
  private void read(int host, RandomGenerator random, CompletableFuture<Void> written) {
    while (!written.isDone()) {
      turns.acquireUninterruptibly();
      Signer owner = owners.get(random.nextInt(owners.size()));
      read(host, owner, REFS.get(random.nextInt(REFS.size())), random.nextBoolean());
    }
  }

  private void read(int host, Signer owner, String ref, boolean isAtOnce) {
    Repositories repositories = hosts.host(host).repositories();
    long called = time.incrementAndGet();
    Optional<Optional<HostedRepository>> found =
        isAtOnce
            ? repositories.findAtOnce(RefSpace.ofRepository(of(owner)))
            : Optional.of(repositories.find(of(owner)));
    // An event loop asks another thread if it finds nothing current.
    found.ifPresent(one -> note(host, owner, ref, called, new Effect.Read(valueOf(one, ref))));
  }

  private String valueOf(Optional<HostedRepository> repository, String ref) {
    return repository
        .flatMap(one ->
            Optional.ofNullable(
                one.refs().values().get(RefName.parse("refs/heads/" + ref).orElseThrow())))
        .map(value -> "" + numberOf(value.hex()))
        .orElse("none");
  }

  private int numberOf(String hex) {
    int number = Integer.parseInt(hex, 16);
    if (!oid(number).hex().equals(hex)) {
      throw new AssertionError("not a commit of this test: " + hex);
    }
    return number;
  }

  private void note(int host, Signer owner, String ref, long called, Effect effect) {
    histories
        .get(name(owner, ref))
        .add(new Operation("host " + host, called, time.incrementAndGet(), effect));
  }

  /** How many operations were noted. */
  int operations() {
    return histories.values().stream().mapToInt(List::size).sum();
  }
}
