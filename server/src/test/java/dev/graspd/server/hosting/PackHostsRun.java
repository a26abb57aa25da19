package dev.graspd.server.hosting;

import static dev.graspd.server.hosting.RepoWords.now;
import static dev.graspd.server.hosting.RepoWords.outcomes;
import static dev.graspd.testkit.TestKeys.ALICE;
import static dev.graspd.testkit.TestKeys.BOB;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.policy.push.PushCommand;
import dev.graspd.core.repo.Family;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.Refs;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.role.RoleLostException;
import dev.graspd.core.store.PackRecord;
import dev.graspd.core.upkeep.Task;
import dev.graspd.server.base.FailPoints;
import dev.graspd.server.charge.Payer;
import dev.graspd.server.family.objects.RealGit;
import dev.graspd.server.family.packs.Repacking;
import dev.graspd.server.family.push.PushRequest;
import dev.graspd.server.gate.Origin;
import dev.graspd.server.role.Mandate;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Signer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/**
 * Random traffic for one family over two hosts with real packs in one depot: pushes, ends and
 * returns, repacking and removal of old packs, and kills in the middle of that. After every step
 * all that is served can be read through both hosts and from store and depot alone.
 */
final class PackHostsRun {
  private static final int STEPS = 7;
  private static final int COMMITS = 5;

  /** One step in so many hands upkeep over. */
  private static final int HAND_OVER = 5;

  private static final Origin CLIENT =
      new Origin.Client(Collections.emptySortedSet(), Payer.operator());

  /** Where a host is killed: with what it has done before and not done after. */
  private static final List<String> KILLED_AT =
      List.of(
          FailPoints.STORED,
          FailPoints.PUSH_BEFORE_WRITE,
          FailPoints.PUSH_WRITTEN,
          FailPoints.BEFORE_KEEP,
          FailPoints.REPACK_MADE,
          FailPoints.REPACK_STORED,
          FailPoints.REPACK_WRITTEN);

  private static final String LOST = "the role is lost";

  private final TwoHosts hosts;
  private final PackHosts packs;
  private final Identifier identifier;
  private final RandomGenerator random;
  private final List<String> done = Collections.synchronizedList(new ArrayList<>());
  private long at;

  PackHostsRun(TwoHosts hosts, PackHosts packs, int seed) {
    this.hosts = hosts;
    this.packs = packs;
    this.identifier = new Identifier("packs-" + seed);
    this.random = new SplittableRandom(seed);
  }

  /** Does everything; returns the first problem. */
  Optional<String> problem() {
    Optional<String> problem;
    try {
      begin();
      problem = found();
      for (int step = 0; step < STEPS && problem.isEmpty(); step++) {
        at++;
        problem = step().or(this::found);
      }
      if (problem.isEmpty()) {
        end();
        problem = found().or(this::unnamedFile);
      }
    } catch (AssertionError e) {
      problem = Optional.of("a host does not answer: " + e.getCause());
    } catch (UncheckedIOException e) {
      problem = Optional.of("a host finds a file missing: " + e.getCause());
    }
    return problem.map(one -> one + " after " + done);
  }

  private void begin() {
    for (Signer owner : List.of(ALICE, BOB)) {
      String _ = send(0, announcement(owner));
      String _ = change(random.nextInt(2), owner, 1 + random.nextInt(COMMITS));
    }
  }

  private Optional<String> step() {
    if (random.nextInt(HAND_OVER) == 0) {
      return handOver();
    }
    if (random.nextInt(3) == 0) {
      kill(random.nextInt(2));
    } else {
      List<String> _ = Together.run(random, hosts.executor, work(0), work(1));
    }
    return Optional.empty();
  }

  /**
   * Upkeep goes to the other host while the one that has it repacks, and comes too late with the
   * next packs.
   */
  private Optional<String> handOver() {
    int before = hosts.upkeeper();
    Mandate mandate = hosts.upkeepOf(before);
    List<String> _ =
        Together.run(
            random,
            hosts.executor,
            () -> repackedUnder(mandate, before),
            () -> {
              hosts.handOverUpkeep();
              done.add("upkeep goes from " + before + " to " + hosts.upkeeper());
              return "";
            });
    String late = repackedUnder(mandate, before);
    String next = repackedUnder(hosts.upkeepOf(hosts.upkeeper()), hosts.upkeeper());
    if (next.equals(LOST)) {
      return Optional.of("host " + hosts.upkeeper() + " has upkeep and may not repack");
    }
    return late.startsWith(Repacking.Outcome.Done.class.getSimpleName())
        ? Optional.of("host " + before + " repacks after the other one has upkeep: " + late)
        : Optional.empty();
  }

  private String repackedUnder(Mandate mandate, int host) {
    String answer;
    try {
      answer =
          hosts
              .host(host)
              .repacking()
              .under(mandate)
              .perform(identifier, new Task.Whole(true), Long.MAX_VALUE)
              .toString();
    } catch (RoleLostException e) {
      answer = LOST;
    }
    done.add(host + " repacks under its role: " + answer);
    return answer;
  }

  /** One host is killed in the middle of something, while the other one goes on. */
  private void kill(int host) {
    String place = KILLED_AT.get(random.nextInt(KILLED_AT.size()));
    CompletableFuture<Boolean> killed = hosts.killSwitch(host).killAt(place);
    Supplier<String> mine = place.startsWith("repack") ? repacking(host) : pushing(host);
    Supplier<String> others = work(1 - host);
    CompletableFuture<String> ended = CompletableFuture.supplyAsync(mine, hosts.executor);
    String _ = others.get();
    // It may never come to that place.
    Object _ = now(CompletableFuture.anyOf(killed, ended));
    done.add(host + " is killed at " + place + ": " + killed.isDone());
    hosts.replace(host);
  }

  private Supplier<String> work(int host) {
    return switch (random.nextInt(9)) {
      case 0, 1, 2 -> pushing(host);
      case 3, 4 -> repacking(host);
      case 5 -> () -> reading(host);
      case 6 -> {
        Event deletion = deletion(owner());
        yield () -> send(host, deletion);
      }
      case 7 -> {
        Event announcement = announcement(owner());
        yield () -> send(host, announcement);
      }
      default -> {
        Signer owner = owner();
        yield random.nextBoolean() ? () -> ended(host, owner) : () -> restored(host, owner);
      }
    };
  }

  private Signer owner() {
    return random.nextBoolean() ? ALICE : BOB;
  }

  // ---- words

  private RepoAddress of(Signer owner) {
    return new RepoAddress(owner.publicKey(), identifier);
  }

  private Event announcement(Signer owner) {
    return RepoWords.announcement(owner, identifier.text(), at);
  }

  private Event deletion(Signer owner) {
    return EventBuilder.kind(5)
        .at(EventBuilder.DEFAULT_CREATED_AT + at)
        .tag("a", of(owner).toString())
        .unsignedBy(owner);
  }

  private String send(int host, Event event) {
    String answer =
        now(hosts.host(host).reception().receive(event, CLIENT)).reply(event.id()).message();
    done.add(host + " sends " + event + ": " + answer);
    return answer;
  }

  private Supplier<String> pushing(int host) {
    Signer owner = owner();
    int commit = 1 + random.nextInt(COMMITS);
    return () -> change(host, owner, commit);
  }

  /** A state, and its commit. */
  private String change(int host, Signer owner, int commit) {
    Oid value = hosts.git(host).oid(commit);
    String _ =
        send(
            host,
            EventBuilder.kind(30618)
                .at(EventBuilder.DEFAULT_CREATED_AT + at)
                .tag("d", identifier.text())
                .tag("HEAD", "ref: refs/heads/main")
                .tag("refs/heads/main", value.hex())
                .unsignedBy(owner));
    PushCommand command = new PushCommand("refs/heads/main", Oid.ZERO, value);
    PushRequest request = new PushRequest(of(owner), List.of(command), false, Payer.operator());
    String answer =
        outcomes(
            now(
                hosts
                    .host(host)
                    .pushes()
                    .perform(request, hosts.git(host).bring(identifier, commit))));
    done.add(host + " pushes " + commit + ": " + answer);
    return answer;
  }

  /** Repacks, and removes what was replaced when its grace is over. */
  private Supplier<String> repacking(int host) {
    boolean isJoin = random.nextBoolean();
    boolean isGraceOver = random.nextInt(3) > 0;
    return () -> {
      SortedSet<String> named = new TreeSet<>(named());
      Task task = isJoin && named.size() > 1 ? new Task.Join(named) : new Task.Whole(true);
      String answer =
          hosts.host(host).repacking().perform(identifier, task, Long.MAX_VALUE).toString();
      done.add(host + " repacks: " + answer);
      if (isGraceOver) {
        packs.of(host).pass(PackHosts.GRACE);
        removeReplaced(host);
      }
      return answer;
    };
  }

  private void removeReplaced(int host) {
    boolean isDone =
        now(
            hosts
                .host(host)
                .state()
                .lanes()
                .enter(identifier, () -> packs.isRemoved(host, identifier)));
    done.add(host + " removes old packs: " + isDone);
  }

  /** Reads all that the host serves now, however others change it meanwhile. */
  private String reading(int host) {
    List<String> unread = new ArrayList<>();
    for (Signer owner : List.of(ALICE, BOB)) {
      hosts
          .host(host)
          .repositories()
          .find(of(owner))
          .ifPresent(one -> unread.addAll(unread(packs.of(host), one.refs())));
    }
    SortedSet<Oid> tips = hosts.host(host).repositories().servedTips(identifier);
    done.add(host + " reads " + tips.size() + " tips: " + unread);
    return unread.toString();
  }

  private List<String> unread(RealGit git, Refs refs) {
    return refs.values().entrySet().stream()
        .flatMap(ref -> unreadable(git, ref.getValue()).map(why -> ref + " " + why).stream())
        .toList();
  }

  private Optional<String> unreadable(RealGit git, Oid commit) {
    try {
      git.walk(identifier, commit);
      return Optional.empty();
    } catch (IOException | RuntimeException e) {
      return Optional.of(e.toString());
    }
  }

  private String ended(int host, Signer owner) {
    boolean isEnded = now(hosts.host(host).actions().stopHosting(of(owner), "a list"));
    boolean isErased = isEnded && at % 3 == 0 && hosts.host(host).actions().eraseEnded(of(owner));
    done.add(host + " ends a repository: " + isEnded + " " + isErased);
    return "" + isEnded;
  }

  private String restored(int host, Signer owner) {
    String why = now(hosts.host(host).actions().restore(of(owner))).orElse("done");
    done.add(host + " restores a repository: " + why);
    return why;
  }

  /** Both hosts end and others start: then nothing is left that no row names. */
  private void end() {
    for (int host = 0; host < 2; host++) {
      hosts.replace(host);
    }
    done.add("both are replaced");
  }

  // ---- problems

  private SortedSet<String> named() {
    return hosts.store.repositories().packs(identifier).stream()
        .map(PackRecord::name)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private Optional<String> found() {
    HostsCheck check = new HostsCheck(hosts);
    return check.lasting(() -> problems(check));
  }

  private List<String> problems(HostsCheck check) {
    List<String> problems = check.problems(identifier);
    SortedSet<String> missing = named();
    missing.removeAll(packs.files(identifier));
    if (!missing.isEmpty()) {
      problems.add("files of named packs are missing: " + missing);
    }
    Family third = check.third(identifier);
    try (RealGit alone = packs.alone(hosts.store.repositories())) {
      for (RealGit git : List.of(packs.of(0), packs.of(1), alone)) {
        third.allRefs().values().forEach(refs -> problems.addAll(unread(git, refs)));
      }
    }
    return problems;
  }

  private Optional<String> unnamedFile() {
    SortedSet<String> files = packs.files(identifier);
    files.removeAll(named());
    return files.isEmpty() ? Optional.empty() : Optional.of("nobody names " + files);
  }
}
