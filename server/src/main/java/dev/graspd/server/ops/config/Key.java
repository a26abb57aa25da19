package dev.graspd.server.ops.config;

import java.util.Locale;

/**
 * One configuration key.
 *
 * @param name as in the environment
 * @param area its section of the reference page
 * @param type its allowed values
 * @param fallback its default value
 * @param text one sentence for operators
 * @param status whether it has an effect
 * @param hidden left out of the help and the reference page
 */
public record Key<T>(
    String name,
    Area area,
    ValueType<T> type,
    Default<T> fallback,
    String text,
    Status status,
    boolean hidden) {
  static final String PREFIX = "NGIT_";

  private static final String WILDCARD = "*";

  /** Returns the flag: kebab-case of the name without its prefix. */
  public String flag() {
    String bare = name.substring(PREFIX.length());
    return "--" + bare.toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * Returns whether a flag exists: not for secrets, which process lists show, or prefixes of keys.
   */
  public boolean hasFlag() {
    return type.shape() != ValueType.Shape.SECRET && !name.endsWith(WILDCARD);
  }

  /** Returns the default value as help shows it. */
  public String fallbackText() {
    return fallback.text();
  }

  boolean matches(String variable) {
    return name.endsWith(WILDCARD)
        ? variable.startsWith(name.substring(0, name.length() - WILDCARD.length()))
        : variable.equals(name);
  }
}
