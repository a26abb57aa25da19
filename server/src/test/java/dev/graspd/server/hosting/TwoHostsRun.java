package dev.graspd.server.hosting;

import static dev.graspd.server.hosting.RepoWords.commands;
import static dev.graspd.server.hosting.RepoWords.now;
import static dev.graspd.server.hosting.RepoWords.oid;
import static dev.graspd.server.hosting.RepoWords.outcomes;
import static dev.graspd.testkit.TestKeys.ALICE;
import static dev.graspd.testkit.TestKeys.BOB;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.repo.Family;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.store.Known;
import dev.graspd.server.charge.Payer;
import dev.graspd.server.family.push.PushRequest;
import dev.graspd.server.gate.Origin;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Eventually;
import dev.graspd.testkit.Signer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/** Random traffic for one family over two hosts. After every step it looks for problems. */
final class TwoHostsRun {
  private static final int STEPS = 8;
  private static final int COMMITS = 6;

  /** When time passes, it is one time in so many the clock of a host that has lost its role. */
  private static final int HAND_OVER = 4;

  /** Longer than anything waits. */
  private static final Duration LATE = Duration.ofMinutes(31);

  private static final Origin CLIENT =
      new Origin.Client(Collections.emptySortedSet(), Payer.operator());
  private static final Origin PEER = new Origin.Peer("wss://relay.example.org");

  private final TwoHosts hosts;
  private final Identifier identifier;
  private final RandomGenerator random;

  /** What was done, for the report. */
  private final List<String> done = Collections.synchronizedList(new ArrayList<>());

  /** The states that were acknowledged, in no order; a newer one replaces an older one. */
  private final List<Event> acknowledged = Collections.synchronizedList(new ArrayList<>());

  private long at;

  TwoHostsRun(TwoHosts hosts, int seed) {
    this.hosts = hosts;
    this.identifier = new Identifier("repo-" + seed);
    this.random = new SplittableRandom(seed);
  }

  /** Does everything; returns the first problem. */
  Optional<String> problem() {
    Optional<String> problem;
    try {
      begin();
      problem = found();
      for (int step = 0; step < STEPS && problem.isEmpty(); step++) {
        problem = step().or(this::found);
      }
    } catch (AssertionError e) {
      problem = Optional.of("a host does not answer: " + rootOf(e));
    }
    return problem.map(one -> one + " after " + done);
  }

  private static Throwable rootOf(Throwable fault) {
    Throwable cause = fault.getCause();
    return cause == null ? fault : rootOf(cause);
  }

  private void begin() {
    send(0, announcement(ALICE, BOB), CLIENT);
    send(1, announcement(BOB, ALICE), PEER);
    send(0, state(ALICE, "main=1"), CLIENT);
    push(1, ALICE, "main=1", 1);
  }

  private Optional<String> step() {
    switch (random.nextInt(10)) {
      case 0 -> hosts.replace(random.nextInt(2));
      case 1 -> {
        return random.nextInt(HAND_OVER) == 0 ? handOver() : pass();
      }
      case 2 -> {
        return bothPush();
      }
      case 3 -> pushAgainstAStateThatNamesItsCommit();
      default -> Together.run(random, hosts.executor, work(0), work(1));
    }
    return Optional.empty();
  }

  private Optional<String> pass() {
    hosts.pass(LATE);
    done.add("31 minutes pass");
    return Optional.empty();
  }

  /**
   * The timers go from one host to the other during traffic, and the one that had them comes late
   * with the end of a wait.
   */
  private Optional<String> handOver() {
    at++;
    int before = hosts.holder();
    Event waiting = state(ALICE, "main=" + (200 + at));
    Together.run(
        random,
        hosts.executor,
        sending(random.nextInt(2), waiting, CLIENT),
        () -> {
          hosts.handOver();
          done.add("the timers go from " + before + " to " + hosts.holder());
          return "";
        });
    boolean isHeld = isWaiting(waiting);
    // It knows all that waits, also if it follows the log only when it is asked.
    Family _ = hosts.host(before).state().families().of(identifier);
    hosts.pass(LATE, before);
    if (isHeld) {
      Eventually.await(() -> !hosts.isOnDuty(before) || !isWaiting(waiting));
    }
    boolean isLost = isHeld && !isWaiting(waiting);
    hosts.pass(LATE, hosts.holder());
    done.add("31 minutes pass");
    return isLost
        ? Optional.of("host " + before + " ends a wait after the other one has the timers")
        : Optional.empty();
  }

  private boolean isWaiting(Event event) {
    return hosts.store.repositories().waiting(identifier).stream()
        .anyMatch(row -> row.id().equals(event.id()) && !row.until().lapsed());
  }

  /** Two branches of one repository, each by another host: both pushes land. */
  private Optional<String> bothPush() {
    at++;
    int main = 1 + random.nextInt(COMMITS);
    int dev = 1 + random.nextInt(COMMITS);
    String answer = send(0, state(ALICE, "main=" + main + " dev=" + dev), CLIENT);
    List<String> answers =
        Together.run(
            random,
            hosts.executor,
            () -> push(0, ALICE, "main=" + main, main),
            () -> push(1, ALICE, "dev=" + dev, dev));
    String refs =
        hosts
            .host(random.nextInt(2))
            .repositories()
            .find(of(ALICE))
            .map(one -> RepoWords.text(one.refs()))
            .orElse("none");
    boolean isLost =
        answers.equals(List.of("ok", "ok")) && !refs.contains("dev=" + dev + " main=" + main + " ");
    return isLost
        ? Optional.of("of two pushes one is lost: %s %s %s".formatted(answer, answers, refs))
        : Optional.empty();
  }

  /** If the push is refused, the other host must not count on its commit. */
  private void pushAgainstAStateThatNamesItsCommit() {
    at++;
    int commit = 100 + (int) at;
    send(0, state(ALICE, "main=" + commit), CLIENT);
    at++;
    Event newer = state(ALICE, "main=1 dev=" + commit);
    Together.run(
        random,
        hosts.executor,
        () -> push(0, ALICE, "main=" + commit, commit),
        () -> send(1, newer, CLIENT));
  }

  private Supplier<String> work(int host) {
    at++;
    Signer who = random.nextBoolean() ? ALICE : BOB;
    int commit = 1 + random.nextInt(COMMITS);
    int other = 1 + random.nextInt(COMMITS);
    Origin origin = random.nextBoolean() ? CLIENT : PEER;
    return switch (random.nextInt(11)) {
      case 0 -> sending(host, announcement(who, who.equals(ALICE) ? BOB : ALICE), origin);
      case 1, 2 -> sending(host, state(who, "main=" + commit), origin);
      case 3 -> sending(host, state(who, "main=" + commit + " dev=" + other), origin);
      case 4, 5 -> () -> push(host, who, "main=" + commit, commit);
      case 6 -> {
        Event request = pullRequest(commit);
        String ref = RefName.ofNostrEvent(request.id()).text();
        yield random.nextBoolean()
            ? sending(host, request, origin)
            : () -> push(host, who, ref + "=" + commit, commit);
      }
      case 7 -> () -> land(host, commit, other);
      case 8 -> () -> end(host, who);
      case 9 -> () -> restore(host, who);
      default -> sending(host, deletion(who), CLIENT);
    };
  }

  // ---- words

  private RepoAddress of(Signer owner) {
    return new RepoAddress(owner.publicKey(), identifier);
  }

  private Event announcement(Signer author, Signer listed) {
    return RepoWords.announcement(author, identifier.text(), at, listed);
  }

  private Event state(Signer author, String refs) {
    return RepoWords.state(author, identifier.text(), at, refs);
  }

  /** Few different ones, so that events and pushes meet. */
  private Event pullRequest(int commit) {
    return EventBuilder.kind(1618)
        .tag("a", of(ALICE).toString())
        .tag("c", oid(commit).hex())
        .unsignedBy(BOB);
  }

  private Event deletion(Signer author) {
    return EventBuilder.kind(5)
        .at(EventBuilder.DEFAULT_CREATED_AT + at)
        .tag("a", of(author).toString())
        .unsignedBy(author);
  }

  private Supplier<String> sending(int host, Event event, Origin origin) {
    return () -> send(host, event, origin);
  }

  private String send(int host, Event event, Origin origin) {
    var reply = now(hosts.host(host).reception().receive(event, origin)).reply(event.id());
    if (reply.accepted() && event.kind() == 1618) {
      acknowledged.add(event);
    }
    done.add(host + " sends " + event + " at " + event.createdAt() + ": " + reply.message());
    return reply.message();
  }

  private String push(int host, Signer owner, String text, Integer... objects) {
    PushRequest request = new PushRequest(of(owner), commands(text), false, Payer.operator());
    String answer =
        outcomes(
            now(
                hosts
                    .host(host)
                    .pushes()
                    .perform(request, hosts.git(host).bring(identifier, objects))));
    done.add(host + " pushes " + text + ": " + answer);
    return answer;
  }

  private String land(int host, Integer... objects) {
    String answer =
        now(hosts.host(host).hunting().land(hosts.git(host).bring(identifier, distinct(objects))))
            .toString();
    done.add(host + " lands " + List.of(objects));
    return answer;
  }

  /** The operator ends a repository, and may restore it. */
  private String end(int host, Signer owner) {
    boolean isEnded = now(hosts.host(host).actions().stopHosting(of(owner), "a list"));
    done.add(host + " ends the repository of " + owner.publicKey() + ": " + isEnded);
    return "" + isEnded;
  }

  private String restore(int host, Signer owner) {
    String why = now(hosts.host(host).actions().restore(of(owner))).orElse("done");
    done.add(host + " restores the repository of " + owner.publicKey() + ": " + why);
    return why;
  }

  private static Integer[] distinct(Integer... numbers) {
    return List.of(numbers).stream().distinct().toArray(Integer[]::new);
  }

  // ---- problems

  private Optional<String> found() {
    HostsCheck check = new HostsCheck(hosts);
    return check.lasting(() -> problems(check));
  }

  private List<String> problems(HostsCheck check) {
    List<String> problems = check.problems(identifier);
    Family third = check.third(identifier);
    acknowledged.stream()
        .filter(event -> hosts.store.known(event.id()) == Known.UNKNOWN)
        .filter(event -> third.announcementOf(ALICE.publicKey()).isPresent() && isFresh())
        .forEach(event -> problems.add("event " + event.id() + " is lost"));
    return problems;
  }

  /** Whether no time has passed and no repository has ended, with which events go. */
  private boolean isFresh() {
    return done.stream()
        .noneMatch(
            one -> one.contains("minutes") || one.contains("kind 5") || one.contains(" ends "));
  }
}
