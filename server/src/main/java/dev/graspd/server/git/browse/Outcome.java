package dev.graspd.server.git.browse;

import java.util.function.Function;

/** The answer to a question about code. */
public sealed interface Outcome<T> {
  record Found<T>(T value) implements Outcome<T> {}

  /** There is no such thing in this repository. */
  record Absent<T>() implements Outcome<T> {}

  /** The budget was too small to find out. */
  record TooMuch<T>() implements Outcome<T> {}

  /** Asks the next question about something that was found. */
  default <R> Outcome<R> then(Function<T, Outcome<R>> next) {
    return switch (this) {
      case Found<T>(var value) -> next.apply(value);
      case Absent<T> _ -> new Absent<>();
      case TooMuch<T> _ -> new TooMuch<>();
    };
  }
}
