package dev.graspd.sim;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * What happened last in a run, for those who have to find out why it failed. {@code
 * -Dgraspd.trace=text} prints all lines that contain a text: to follow one event or relay of a
 * seed.
 */
public final class Trace {
  private static final int TOLD_LAST = 40;
  private static final Optional<String> PRINTED =
      Optional.ofNullable(System.getProperty("graspd.trace"));

  /** Text is made only of the last lines, and only for a failure. */
  private record Line(long nanos, Object who, String verb, Object what) {
    private static final int CHARACTERS_MAX = 300;

    String text() {
      return (who + " " + verb + " " + what).strip();
    }

    @Override
    public String toString() {
      String text = text();
      return Duration.ofNanos(nanos)
          + " "
          + (text.length() > CHARACTERS_MAX ? text.substring(0, CHARACTERS_MAX) : text);
    }
  }

  private final Deque<Line> last = new ArrayDeque<>();
  private long fingerprint;

  public void note(long nanos, Object who, String verb, Object what) {
    Line line = new Line(nanos, who, verb, what);
    fingerprint = fingerprint * 31 + nanos;
    if (PRINTED.isPresent() && line.text().contains(PRINTED.get())) {
      System.out.println(line);
    }
    last.add(line);
    if (last.size() > TOLD_LAST) {
      last.remove();
    }
  }

  /** Returns a number that two runs share only if all of their steps came at the same times. */
  public long fingerprint() {
    return fingerprint;
  }

  /** Does a run; a failure names the seed and tells what happened last. */
  public <T> T told(long seed, Supplier<T> run) {
    try {
      return run.get();
    } catch (AssertionError | RuntimeException e) {
      String words = last.stream().map(Line::toString).collect(Collectors.joining("\n  "));
      throw new AssertionError("seed " + seed + ": " + e.getMessage() + "\n  " + words, e);
    }
  }
}
