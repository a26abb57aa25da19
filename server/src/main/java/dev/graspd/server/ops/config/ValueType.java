package dev.graspd.server.ops.config;

import java.util.function.Function;

/**
 * What a configuration value may be and how it is read.
 *
 * @param allowed a noun phrase that tells people what to write
 * @param unit what a number counts; empty if it needs no unit
 * @param secret whether the value must never be shown
 * @param parser turns text into the value; throws {@link IllegalArgumentException} for anything
 *     else
 * @param printer turns the value into text that the parser reads back
 */
public record ValueType<T>(
    String allowed,
    String unit,
    boolean secret,
    Function<String, T> parser,
    Function<T, String> printer) {

  /** Reads a value. */
  T parse(String text) {
    return parser.apply(text);
  }

  /** Shows a value. */
  String show(T value) {
    return secret ? "(hidden)" : printer.apply(value);
  }
}
