package dev.graspd.bench.git;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * What a client does: its requests, and what makes each answer right.
 *
 * @param steps one after the other on one connection
 */
record Operation(String name, List<Step> steps) {
  /** Fails if an answer is not what it must be. */
  interface Check {
    void check(byte[] answer);
  }

  record Step(Request request, Check check) {}

  /** Takes the answer of C git to every request as the right one, once it has been looked at. */
  static Operation of(String name, Served served, Path work, Request... requests)
      throws IOException, InterruptedException {
    List<Step> steps = new ArrayList<>();
    for (Request request : requests) {
      steps.add(new Step(request, check(request, served, work)));
    }
    return new Operation(name, List.copyOf(steps));
  }

  private static Check check(Request request, Served served, Path work)
      throws IOException, InterruptedException {
    Path files = work.resolve("check");
    CGit.run(work, 1, List.of(request.forCGit(served.source().bare(), files)));
    byte[] theirs = Files.readAllBytes(Request.answer(files));
    byte[] ours;
    try (HttpConnection connection = served.connect()) {
      ours = request.send(connection, served.path());
    }
    return switch (request) {
      case Request.InfoRefs _ -> {
        equal(refs(ours), refs(theirs));
        yield answer -> equal(answer, ours);
      }
      case Request.Command(var name, _) when name.equals("ls-refs") -> {
        equal(Pkts.texts(ours), Pkts.texts(theirs));
        yield answer -> equal(answer, ours);
      }
      case Request.Command(_, _) -> {
        Completeness.check(request, theirs, served.source(), work);
        Completeness.check(request, ours, served.source(), work);
        int objects = PackAnswer.read(ours).objects();
        yield answer -> equal(PackAnswer.read(answer).objects(), objects);
      }
    };
  }

  /** Without capabilities and the service's name, which differ; in version 2 that is nothing. */
  private static List<String> refs(byte[] answer) {
    return Pkts.texts(answer).stream()
        .map(line -> line.split("\0", 2)[0])
        .filter(line -> line.contains(" refs/") || line.endsWith(" HEAD"))
        .toList();
  }

  private static void equal(byte[] found, byte[] right) {
    if (!Arrays.equals(found, right)) {
      throw new IllegalStateException("an answer differs from the first one");
    }
  }

  private static void equal(Object found, Object right) {
    if (!found.equals(right)) {
      throw new IllegalStateException("answered " + found + ", but " + right + " is right");
    }
  }

  /** Has C git do it so many times. */
  Spent byCGit(int times, Served served, Path work) throws IOException, InterruptedException {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < steps.size(); i++) {
      lines.add(steps.get(i).request().forCGit(served.source().bare(), work.resolve("step" + i)));
    }
    return CGit.run(work, times, lines);
  }

  /** Has the server do it so many times, each time on a connection of its own. */
  Spent byServer(int times, Served served) throws IOException, InterruptedException {
    return served.spending(
        times,
        () -> {
          long nanos = 0;
          for (int i = 0; i < times; i++) {
            long begin = System.nanoTime();
            HttpConnection connection = served.connect();
            nanos += System.nanoTime() - begin + once(connection, served);
            connection.close();
          }
          return nanos;
        });
  }

  /** Has the server do it so many times, all on one connection. */
  Spent byServerOnOneConnection(int times, Served served) throws IOException, InterruptedException {
    return served.spending(
        times,
        () -> {
          long nanos = 0;
          try (HttpConnection connection = served.connect()) {
            for (int i = 0; i < times; i++) {
              nanos += once(connection, served);
            }
          }
          return nanos;
        });
  }

  /** Returns how many of these the server has done until it was warm. */
  int warmUp(GitScale scale, Served served) throws IOException, InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(scale.warmUpSeconds());
    int done = 0;
    do {
      byServerOnOneConnection(scale.warmUp(), served);
      done += scale.warmUp();
    } while (System.nanoTime() < end);
    return done;
  }

  /** Does it once; returns the nanoseconds of waiting for the server. */
  long once(HttpConnection connection, Served served) throws IOException {
    long nanos = 0;
    for (Step step : steps) {
      long begin = System.nanoTime();
      byte[] answer = step.request().send(connection, served.path());
      nanos += System.nanoTime() - begin;
      step.check().check(answer);
    }
    return nanos;
  }
}
