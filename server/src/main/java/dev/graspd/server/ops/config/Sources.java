package dev.graspd.server.ops.config;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The raw values from the operator.
 *
 * @param flags by key name
 * @param environment all variables of the process
 * @param dotEnv all variables of the file {@code .env}
 */
public record Sources(
    SortedMap<String, String> flags,
    SortedMap<String, String> environment,
    SortedMap<String, String> dotEnv) {
  record Raw(String name, String value, Source source) {}

  public static Sources ofEnvironment(Map<String, String> environment) {
    return new Sources(
        Collections.emptySortedMap(), new TreeMap<>(environment), Collections.emptySortedMap());
  }

  Optional<Raw> find(Key<?> key) {
    return find(key, flags, Source.FLAG)
        .or(() -> find(key, environment, Source.ENVIRONMENT))
        .or(() -> find(key, dotEnv, Source.DOTENV));
  }

  /** Returns unknown variables that begin like ours, by name. */
  List<UnknownVariable> unknownVariables() {
    SortedMap<String, UnknownVariable> unknown = new TreeMap<>();
    dotEnv.keySet().stream()
        .filter(UnknownVariable::isUnknown)
        .forEach(name -> unknown.put(name, UnknownVariable.of(name, Source.DOTENV)));
    environment.keySet().stream()
        .filter(UnknownVariable::isUnknown)
        .forEach(name -> unknown.put(name, UnknownVariable.of(name, Source.ENVIRONMENT)));
    return List.copyOf(unknown.values());
  }

  private static Optional<Raw> find(Key<?> key, SortedMap<String, String> values, Source source) {
    return values.entrySet().stream()
        .filter(entry -> key.matches(entry.getKey()))
        .map(entry -> new Raw(entry.getKey(), entry.getValue(), source))
        .findFirst();
  }
}
