package dev.graspd.bench.git;

import dev.graspd.bench.git.load.CGit;
import dev.graspd.bench.git.load.Completeness;
import dev.graspd.bench.git.load.HttpConnection;
import dev.graspd.bench.git.load.PackAnswer;
import dev.graspd.bench.git.load.Pkts;
import dev.graspd.bench.git.load.Request;
import dev.graspd.bench.git.load.Served;
import dev.graspd.bench.git.load.Spent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * An operation of a client: its requests, and a check of each answer.
 *
 * @param steps one after the other on one connection
 */
record Operation(String name, List<Step> steps) {
  /** Fails if an answer is wrong. */
  interface Check {
    void check(byte[] answer);
  }

  record Step(Request request, Check check) {}

  /** Uses the answers of C git as the right ones, after a check. */
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

  /** Omits capabilities and the service's name, which differ; version 2 has nothing else. */
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

  /** Runs it so many times with C git. */
  Spent byCGit(int times, Served served, Path work) throws IOException, InterruptedException {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < steps.size(); i++) {
      lines.add(steps.get(i).request().forCGit(served.source().bare(), work.resolve("step" + i)));
    }
    return CGit.run(work, times, lines);
  }

  /** Runs it so many times on the server, each time on its own connection. */
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

  /** Runs it so many times on the server, all on one connection. */
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

  /** Runs it until the server is warm; returns the number of runs. */
  int warmUp(GitScale scale, Served served) throws IOException, InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(scale.warmUpSeconds());
    int done = 0;
    do {
      byServerOnOneConnection(scale.warmUp(), served);
      done += scale.warmUp();
    } while (System.nanoTime() < end);
    return done;
  }

  /** Runs it once; returns the nanoseconds of waiting for the server. */
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
