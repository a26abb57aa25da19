package dev.graspd.bench.git;

import dev.graspd.bench.load.Samples;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Asks at fixed times, whether or not what was asked before has been answered: clients do not wait
 * for one another. The clock of each question runs from when it should have been asked, so that
 * what a busy machine delays counts, too.
 */
final class Prober {
  /** One of the clients, with a connection of its own. For one thread. */
  interface Client extends AutoCloseable {
    /** Does all of its work that is not the server's; before the time comes. */
    default void prepare() {}

    /** Asks, and returns when it is answered. */
    void ask() throws IOException;

    @Override
    void close() throws IOException;
  }

  /** Opens connections. */
  interface Clients {
    Client open() throws IOException;
  }

  /** As many questions may be open at a time. */
  private static final int CLIENTS = 16;

  private final Clients clients;
  private final long everyNanos;
  private final AtomicLong asked = new AtomicLong();
  private volatile long most = Long.MAX_VALUE;

  Prober(Clients clients, long everyNanos) {
    this.clients = clients;
    this.everyNanos = everyNanos;
  }

  /** Asks so many times, then returns. */
  void run(int times, Samples samples) throws IOException, InterruptedException {
    most = times;
    try (Running running = start(samples)) {
      running.join();
    }
  }

  /** Begins to ask. */
  Running start(Samples samples) throws IOException {
    List<Client> opened = new ArrayList<>();
    for (int i = 0; i < CLIENTS; i++) {
      opened.add(clients.open());
    }
    return new Running(opened, samples);
  }

  /** Asking, until it is closed. */
  final class Running implements AutoCloseable {
    private final ExecutorService threads =
        Executors.newThreadPerTaskExecutor(Thread.ofPlatform().name("prober-", 0).factory());
    private final List<Future<Samples>> asking;
    private final Samples all;

    private Running(List<Client> opened, Samples all) {
      this.all = all;
      long begin = System.nanoTime();
      asking = opened.stream().map(client -> threads.submit(() -> ask(client, begin))).toList();
    }

    private Samples ask(Client client, long begin) throws IOException {
      Samples samples = new Samples();
      try (client) {
        client.prepare();
        for (long i = asked.getAndIncrement(); i < most; i = asked.getAndIncrement()) {
          long due = begin + i * everyNanos;
          for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
            LockSupport.parkNanos(left);
          }
          client.ask();
          samples.add(System.nanoTime() - due);
          client.prepare();
        }
      }
      return samples;
    }

    /** Waits until as many were asked as should be. */
    private void join() throws IOException, InterruptedException {
      try {
        for (Future<Samples> one : asking) {
          all.addAll(one.get());
        }
      } catch (ExecutionException e) {
        throw new IOException("a client that asks failed: " + e.getCause(), e);
      }
    }

    /** Asks nothing more; returns when all is answered. */
    void stop() throws IOException, InterruptedException {
      most = 0;
      join();
    }

    @Override
    public void close() {
      most = 0;
      threads.close();
    }
  }
}
