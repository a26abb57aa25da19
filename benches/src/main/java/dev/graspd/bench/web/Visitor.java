package dev.graspd.bench.web;

import dev.graspd.bench.git.load.HttpAnswer;
import dev.graspd.bench.git.load.HttpConnection;
import dev.graspd.bench.git.load.Spent;
import dev.graspd.bench.process.Relay;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Sends requests to a server, one after the other on one connection, and checks each answer. */
record Visitor(Relay server) {
  private static final int AT_A_TIME = 10;

  /** Returns the cost of one of these requests. */
  Spent take(List<Ask> asks) throws IOException, InterruptedException {
    return Spent.on(
        server,
        asks.size(),
        () -> {
          long nanos = 0;
          try (HttpConnection connection = new HttpConnection(server.uri())) {
            for (Ask ask : asks) {
              long begin = System.nanoTime();
              HttpAnswer answer = ask.send(connection);
              nanos += System.nanoTime() - begin;
              ask.check().check(answer);
            }
          }
          return nanos;
        });
  }

  /** Sends requests until the server is warm; returns their number. */
  int warmUp(Turns<Ask> asks, WebScale scale) throws IOException, InterruptedException {
    return warmUp(asks, scale, Integer.MAX_VALUE);
  }

  /** The same with at most so many. */
  int warmUp(Turns<Ask> asks, WebScale scale, int most) throws IOException, InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(scale.warmUpSeconds());
    int done = 0;
    while (done < most && (done < scale.warmUp() || System.nanoTime() < end)) {
      int count = Math.min(AT_A_TIME, most - done);
      Spent _ = take(asks.next(count));
      done += count;
    }
    return done;
  }
}
