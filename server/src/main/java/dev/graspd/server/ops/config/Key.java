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
 * @param reload what a reload does with a new value
 */
public record Key<T>(
    String name,
    Area area,
    ValueType<T> type,
    Default<T> fallback,
    String text,
    Status status,
    boolean hidden,
    Reload reload) {
  /** What a reload of the running server does with a new value. */
  public enum Reload {
    /** Nothing: it needs a restart. */
    RESTART,
    /** It is in force at once. */
    LIVE,
    /** A list, of which some new entries are in force at once. */
    ENTRIES
  }

  static final String PREFIX = "NGIT_";

  private static final String WILDCARD = "*";
  private static final String LOG = "NGIT_LOG_";

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

  /** Returns whether it is about what is logged, and how. */
  public boolean isOfLog() {
    return name.startsWith(LOG);
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
