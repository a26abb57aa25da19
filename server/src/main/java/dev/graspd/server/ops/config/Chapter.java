package dev.graspd.server.ops.config;

import java.util.ArrayList;
import java.util.List;

/** Collects the keys of one area, in the order of their declaration. */
final class Chapter {
  private final Area area;
  private final Status status;
  private final List<Key<?>> keys = new ArrayList<>();

  private Chapter(Area area, Status status) {
    this.area = area;
    this.status = status;
  }

  static Chapter inForce(Area area) {
    return new Chapter(area, new Status.InForce());
  }

  static Chapter withoutEffect(Area area, String why) {
    return new Chapter(area, new Status.WithoutEffect(why));
  }

  <T> Key<T> key(String name, ValueType<T> type, T fallback, String text) {
    return key(name, type, Default.of(type, fallback), text);
  }

  <T> Key<T> key(String name, ValueType<T> type, Default<T> fallback, String text) {
    return add(new Key<>(name, area, type, fallback, text, status, false, Key.Reload.RESTART));
  }

  /** Adds a key whose new value is in force after a reload. */
  <T> Key<T> live(String name, ValueType<T> type, T fallback, String text) {
    return live(name, type, Default.of(type, fallback), text);
  }

  /** Adds a key whose new value is in force after a reload. */
  <T> Key<T> live(String name, ValueType<T> type, Default<T> fallback, String text) {
    return add(new Key<>(name, area, type, fallback, text, status, false, Key.Reload.LIVE));
  }

  /** Adds a list of which new entries can be in force after a reload. */
  <T> Key<T> entries(String name, ValueType<T> type, T fallback, String text) {
    return add(
        new Key<>(
            name, area, type, Default.of(type, fallback), text, status, false, Key.Reload.ENTRIES));
  }

  <T> Key<T> hidden(String name, ValueType<T> type, T fallback, String text) {
    return add(
        new Key<>(
            name, area, type, Default.of(type, fallback), text, status, true, Key.Reload.RESTART));
  }

  List<Key<?>> keys() {
    return List.copyOf(keys);
  }

  private <T> Key<T> add(Key<T> key) {
    keys.add(key);
    return key;
  }
}
