package dev.graspd.server.ops.config;

import java.util.Locale;

/**
 * One configuration key: all that the server knows about it, declared once.
 *
 * @param name as in the environment
 * @param area its chapter
 * @param type what it may be
 * @param fallback what it is when nobody sets it
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
  /** What every name begins with. */
  static final String PREFIX = "NGIT_";

  private static final String WILDCARD = "*";

  /** Returns the flag: kebab-case of the name without its prefix. */
  public String flag() {
    String bare = name.substring(PREFIX.length());
    return "--" + bare.toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Returns whether a flag exists. Secrets show in process lists, and a family has no one name. */
  public boolean hasFlag() {
    return type.shape() != ValueType.Shape.SECRET && !name.endsWith(WILDCARD);
  }

  /** Returns how help shows the value that nobody set. */
  public String fallbackText() {
    return fallback.text();
  }

  /** Returns whether an environment variable sets this key. */
  boolean matches(String variable) {
    return name.endsWith(WILDCARD)
        ? variable.startsWith(name.substring(0, name.length() - WILDCARD.length()))
        : variable.equals(name);
  }
}
