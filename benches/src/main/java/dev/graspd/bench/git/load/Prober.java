package dev.graspd.bench.git.load;

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
 * Sends requests at fixed times, with or without answers to earlier ones: clients do not wait for
 * one another. The time of each request starts at its planned moment, so that delays of a busy
 * machine count, too.
 */
public final class Prober {
  /** One of the clients, with its own connection. For one thread. */
  public interface Client extends AutoCloseable {
    /** Prepares a request, outside of the measured time. */
    default void prepare() throws IOException {}

    /** Sends the request and waits for the answer. */
    void ask() throws IOException;

    @Override
    void close() throws IOException;
  }

  /** Opens connections. */
  public interface Clients {
    Client open() throws IOException;
  }

  /** Open requests at a time. */
  private static final int CLIENTS = 16;

  private final Clients clients;
  private final long everyNanos;
  private final AtomicLong asked = new AtomicLong();
  private volatile long most = Long.MAX_VALUE;

  public Prober(Clients clients, long everyNanos) {
    this.clients = clients;
    this.everyNanos = everyNanos;
  }

  /** Sends so many requests, then returns. */
  public void run(int times, Samples samples) throws IOException, InterruptedException {
    most = times;
    try (Running running = start(samples)) {
      running.join();
    }
  }

  /** Starts. */
  public Running start(Samples samples) throws IOException {
    List<Client> opened = new ArrayList<>();
    for (int i = 0; i < CLIENTS; i++) {
      opened.add(clients.open());
    }
    return new Running(opened, samples);
  }

  /** Sends requests until it is closed. */
  public final class Running implements AutoCloseable {
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

    /** Waits until the planned number of requests is sent. */
    private void join() throws IOException, InterruptedException {
      try {
        for (Future<Samples> one : asking) {
          all.addAll(one.get());
        }
      } catch (ExecutionException e) {
        throw new IOException("a client that asks failed: " + e.getCause(), e);
      }
    }

    /** Stops sending; returns after the last answer. */
    public void stop() throws IOException, InterruptedException {
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
