package dev.graspd.server.ops.config;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

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

  /** Returns the same with the values of some keys from elsewhere. */
  Sources with(Sources other, Predicate<Key<?>> chosen) {
    return new Sources(
        mixed(flags, other.flags, chosen),
        mixed(environment, other.environment, chosen),
        mixed(dotEnv, other.dotEnv, chosen));
  }

  private static SortedMap<String, String> mixed(
      SortedMap<String, String> own, SortedMap<String, String> other, Predicate<Key<?>> chosen) {
    SortedMap<String, String> mixed = new TreeMap<>(own);
    mixed.keySet().removeIf(name -> isChosen(name, chosen));
    other.forEach((name, value) -> {
      if (isChosen(name, chosen)) {
        mixed.put(name, value);
      }
    });
    return mixed;
  }

  private static boolean isChosen(String variable, Predicate<Key<?>> chosen) {
    return ConfigKeys.ofVariable(variable).filter(chosen).isPresent();
  }

  /**
   * Returns what a service manager would put into the environment now, if it had read a file into
   * it at the start. A variable with the same value in both came from the file; the others stay.
   *
   * @param before the file at the start
   * @param now the file now
   */
  public static SortedMap<String, String> environment(
      Map<String, String> environment, Map<String, String> before, Map<String, String> now) {
    SortedMap<String, String> all = new TreeMap<>(now);
    environment.forEach((name, value) -> {
      if (!value.equals(before.get(name))) {
        all.put(name, value);
      }
    });
    return all;
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
