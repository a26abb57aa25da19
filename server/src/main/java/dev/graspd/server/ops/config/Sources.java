package dev.graspd.server.ops.config;

import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The raw values an operator gave.
 *
 * @param flags by key name
 * @param environment all variables of the process
 * @param dotEnv all variables of the file {@code .env}
 */
public record Sources(
    SortedMap<String, String> flags,
    SortedMap<String, String> environment,
    SortedMap<String, String> dotEnv) {
  /** One raw value and where it was found. */
  record Raw(String name, String value, Source source) {}

  /** Sources of an operator who gave nothing but environment variables. */
  public static Sources ofEnvironment(Map<String, String> environment) {
    return new Sources(
        Collections.emptySortedMap(), new TreeMap<>(environment), Collections.emptySortedMap());
  }

  /** Returns the value that wins for a key. */
  Optional<Raw> find(Key<?> key) {
    return find(key, flags, Source.FLAG)
        .or(() -> find(key, environment, Source.ENVIRONMENT))
        .or(() -> find(key, dotEnv, Source.DOTENV));
  }

  /** Returns our variables that no key knows. Clients use the same prefix, so this is no error. */
  SortedSet<String> unknownVariables() {
    SortedSet<String> unknown = new TreeSet<>(environment.keySet());
    unknown.addAll(dotEnv.keySet());
    unknown.removeIf(name -> !name.startsWith(Key.PREFIX) || Keys.ofVariable(name).isPresent());
    return unknown;
  }

  private static Optional<Raw> find(Key<?> key, SortedMap<String, String> values, Source source) {
    return values.entrySet().stream()
        .filter(entry -> key.matches(entry.getKey()))
        .map(entry -> new Raw(entry.getKey(), entry.getValue(), source))
        .findFirst();
  }
}
