package dev.graspd.bench.web;

import dev.graspd.bench.git.load.HttpConnection;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Requests pages at fixed times, each as another client on its own connection, with or without
 * answers to earlier ones. The server is told the addresses of these clients as a proxy tells them.
 */
final class Crawler implements Crawlers.Crawl {
  static final int NO_ANSWER = 0;

  private static final int ADDRESSES = 1_000;
  private static final int ADDRESSES_PER_BLOCK = 250;
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final URI server;
  private final List<String> paths;
  private final int perSecond;
  private final ConcurrentSkipListMap<Integer, Integer> statuses = new ConcurrentSkipListMap<>();
  private final ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor();
  private final Thread thread;
  private volatile boolean isEnding;

  private Crawler(URI server, List<String> paths, int perSecond) {
    this.server = server;
    this.paths = paths;
    this.perSecond = perSecond;
    this.thread = Thread.ofPlatform().name("crawler").start(this::crawl);
  }

  /** A crawler in this process. */
  static Crawlers here() {
    return Crawler::new;
  }

  /** A crawler in its own process, whose work is not to count as the server's. */
  static Crawlers elsewhere(Path work) {
    return (server, paths, perSecond) -> {
      Path file = work.resolve("crawled.txt");
      Files.write(file, paths);
      return CrawlerProcess.start(server, file, perSecond);
    };
  }

  /** Crawls a server until the input ends, then prints each status with its number. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    List<String> paths = Files.readAllLines(Path.of(arguments[1]));
    Crawler crawler = new Crawler(URI.create(arguments[0]), paths, Integer.parseInt(arguments[2]));
    System.out.println(CrawlerProcess.BEGUN);
    long _ = System.in.transferTo(OutputStream.nullOutputStream());
    crawler.end().forEach((status, count) -> System.out.println(status + " " + count));
  }

  private void crawl() {
    long begin = System.nanoTime();
    for (int i = 0; !isEnding; i++) {
      long due = begin + i * TimeUnit.SECONDS.toNanos(1) / perSecond;
      for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
        LockSupport.parkNanos(left);
      }
      String path = paths.get(i % paths.size());
      String address = address(i % ADDRESSES);
      clients.execute(() -> count(status(path, address)));
    }
  }

  /** Returns an address of the range for benches. */
  private static String address(int number) {
    return "198.18." + number / ADDRESSES_PER_BLOCK + "." + (1 + number % ADDRESSES_PER_BLOCK);
  }

  private int status(String path, String address) {
    try (HttpConnection connection = new HttpConnection(server)) {
      return connection.get(path, "X-Forwarded-For", address, "Connection", "close").status();
    } catch (IOException _) {
      return NO_ANSWER;
    }
  }

  private void count(int status) {
    statuses.merge(status, 1, Integer::sum);
  }

  @Override
  public SortedMap<Integer, Integer> end() throws InterruptedException {
    isEnding = true;
    thread.join();
    clients.shutdown();
    if (!clients.awaitTermination(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
      List<Runnable> _ = clients.shutdownNow();
      boolean _ = clients.awaitTermination(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }
    return Collections.unmodifiableSortedMap(statuses);
  }

  @Override
  public void close() {
    isEnding = true;
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    List<Runnable> _ = clients.shutdownNow();
  }
}
