package dev.graspd.system.federation;

import dev.graspd.system.federation.FederationScript.Step;
import dev.graspd.testkit.client.RelayClient;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

/** Servers that name each other in their repositories, and a script of what happens to them. */
final class Federation implements AutoCloseable {
  private static final int CLIENTS = 2;

  /** Between two looks at servers that have the same processors as we. */
  private static final Duration PAUSE = Duration.ofMillis(250);

  private final FederationScript script;
  private final Duration trouble;
  private final List<FederationServer> servers = new ArrayList<>();
  private final List<FederationRepo> repositories = new ArrayList<>();
  private final List<String> history = Collections.synchronizedList(new ArrayList<>());
  private volatile long begunNanos = System.nanoTime();

  Federation(
      FederationScript script,
      FederationScript.Size size,
      Path directory,
      Map<String, String> settings) {
    this.script = script;
    this.trouble = size.trouble();
    for (int i = 0; i < size.servers(); i++) {
      servers.add(new FederationServer(i, directory.resolve("server-" + i), settings));
    }
    for (int i = 0; i < size.repositories(); i++) {
      List<FederationServer> named = script.named().get(i).stream().map(servers::get).toList();
      String name = "repo-" + i;
      repositories.add(
          new FederationRepo(name, named, directory.resolve("work").resolve(name), this::note));
    }
  }

  List<FederationServer> servers() {
    return servers;
  }

  List<FederationRepo> repositories() {
    return repositories;
  }

  /** Returns what was done and what came of it, a line each. */
  String history() {
    synchronized (history) {
      return String.join("\n  ", history);
    }
  }

  private void note(String what) {
    history.add("%7.3f %s".formatted(elapsed().toMillis() / 1_000.0, what));
  }

  private Duration elapsed() {
    return Duration.ofNanos(System.nanoTime() - begunNanos);
  }

  void start() {
    all(servers.stream().<Runnable>map(server -> server::start).toList());
  }

  /** Everything happens at its time; what is late by then does not happen any more. */
  void suffer() {
    begunNanos = System.nanoTime();
    List<Runnable> lines = new ArrayList<>();
    for (FederationServer server : servers) {
      for (boolean network : List.of(true, false)) {
        lines.add(
            () -> script.blows(server.number(), network).forEach(step -> strike(server, step)));
      }
    }
    IntStream.range(0, CLIENTS)
        .forEach(client -> lines.add(() -> script.acts(client, CLIENTS).forEach(this::act)));
    all(lines);
  }

  private boolean isTimeFor(Step step) {
    for (Duration left = left(step); left.isPositive(); left = left(step)) {
      LockSupport.parkNanos(left.toNanos());
    }
    return elapsed().compareTo(trouble) < 0;
  }

  private Duration left(Step step) {
    return step.at().minus(elapsed());
  }

  private void strike(FederationServer server, Step.Suffer step) {
    if (step.at().compareTo(trouble) < 0 && isTimeFor(step)) {
      note(server + ": " + step.blow());
      server.suffer(step.blow());
    }
  }

  private void act(Step.Act act) {
    if (isTimeFor(act)) {
      repositories.get(act.repository()).act(act);
    }
  }

  /** All servers run and reach each other, and people finish what they could not do. */
  void recover() {
    note("the trouble is over");
    servers.forEach(server -> server.suffer(FederationScript.Blow.HEAL));
    start();
    repositories.forEach(FederationRepo::finish);
    note("all are up");
  }

  /** Does all of this at the same time. */
  private static void all(List<Runnable> what) {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> running = new ArrayList<>();
      what.forEach(one -> running.add(threads.submit(one)));
      for (Future<?> one : running) {
        Object _ = one.get();
      }
    } catch (ExecutionException e) {
      throw new AssertionError(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }

  // ---- whether all are equal

  /** Waits until nothing is wrong; returns what still is when time is up. */
  List<String> awaitEqual(Duration within) {
    long end = System.nanoTime() + within.toNanos();
    List<String> faults = faults();
    while (!faults.isEmpty() && System.nanoTime() < end) {
      LockSupport.parkNanos(PAUSE.toNanos());
      faults = faults();
    }
    note("faults left: " + faults.size());
    return faults;
  }

  private List<String> faults() {
    List<RelayClient> relays = new ArrayList<>();
    try {
      servers.forEach(server -> relays.add(RelayClient.connect(server.own())));
      List<String> faults = new ArrayList<>();
      repositories.stream()
          .filter(FederationRepo::isBegun)
          .forEach(repo -> faults.addAll(faults(repo, relays)));
      return faults;
    } finally {
      relays.forEach(RelayClient::close);
    }
  }

  private List<String> faults(FederationRepo repo, List<RelayClient> relays) {
    List<String> faults = new ArrayList<>();
    List<FederationView> views = new ArrayList<>();
    for (FederationServer server : servers) {
      RelayClient relay = relays.get(server.number());
      if (!repo.named().contains(server)) {
        relay
            .query(repo.filters().toArray(String[]::new))
            .ids()
            .forEach(id ->
                faults.add(
                    repo.identifier() + " is not named for " + server + ", which has " + id));
        continue;
      }
      try {
        FederationView view = FederationView.of(repo, server, relay);
        views.add(view);
        repo.faults(view)
            .forEach(fault -> faults.add(repo.identifier() + ": " + server + " " + fault));
      } catch (UncheckedIOException | AssertionError e) {
        faults.add(repo.identifier() + ": " + server + " " + e.getMessage());
      }
    }
    if (views.stream().distinct().count() > 1) {
      faults.add(repo.identifier() + ": servers differ");
    }
    return faults;
  }

  @Override
  public void close() {
    servers.forEach(FederationServer::close);
  }
}
