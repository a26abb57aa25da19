package dev.graspd.server.ops.config;

import java.util.function.Function;

/**
 * The default value of a key.
 *
 * @param text for the reference page; the same on every machine
 * @param value computes it, from the machine or from other keys
 */
record Default<T>(String text, Function<Settings, T> value) {
  static <T> Default<T> of(ValueType<T> type, T value) {
    String text = type.printer().apply(value);
    return new Default<>(text.isEmpty() ? "–" : text, settings -> value);
  }
}
