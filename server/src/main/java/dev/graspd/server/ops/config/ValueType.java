package dev.graspd.server.ops.config;

import java.util.function.Function;

/**
 * What a configuration value may be and how it is read.
 *
 * @param allowed a noun phrase that tells people what to write
 * @param unit what a number counts; empty if it needs no unit
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
  /** How values of a type are written and shown. */
  public enum Shape {
    /** Always with a value. */
    PLAIN,
    /** As a flag, the value may be left out: that means true. */
    SWITCH,
    /** Never shown, and never a flag: arguments show in process lists. */
    SECRET
  }

  /** Reads a value. */
  T parse(String text) {
    return parser.apply(text);
  }

  /** Shows a value. */
  String show(T value) {
    return shape == Shape.SECRET ? "(hidden)" : printer.apply(value);
  }
}
