package dev.graspd.server.ops.config;

import java.util.function.Function;

/**
 * The type of a configuration value.
 *
 * @param allowed a noun phrase that describes valid values
 * @param unit of a number; empty if it has none
 * @param shape how it is written and shown
 * @param parser turns text into the value; throws {@link IllegalArgumentException} for anything
 *     else
 * @param printer turns the value into text that the parser reads back
 */
public record ValueType<T>(
    String allowed,
    String unit,
    Shape shape,
    Function<String, T> parser,
    Function<T, String> printer) {
  public enum Shape {
    PLAIN,
    /** As a flag, the value may be left out: that means true. */
    SWITCH,
    /** Never shown, and never a flag: arguments show in process lists. */
    SECRET
  }

  /** Reads a value; one that is not allowed is an {@link IllegalArgumentException}. */
  public T parse(String text) {
    return parser.apply(text);
  }

  String show(T value) {
    return shape == Shape.SECRET ? "(hidden)" : printer.apply(value);
  }
}
