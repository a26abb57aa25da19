package dev.graspd.server.ops.config;

import java.util.function.Function;

/**
 * The value of a key that nobody set.
 *
 * @param text how the reference page shows it; the same on every machine
 * @param value computes it, from the machine or from other keys
 */
record Default<T>(String text, Function<Settings, T> value) {
  static <T> Default<T> of(ValueType<T> type, T value) {
    String text = type.printer().apply(value);
    return new Default<>(text.isEmpty() ? "–" : text, settings -> value);
  }
}
