package dev.graspd.core.store.ban;

/**
 * One line of the audit log: an order, and its result. A row of the store; no command removes one
 * (operations.md, A-3).
 *
 * @param number counts from 1 and never repeats
 * @param action the method, for example {@code ban}
 * @param subject what it is about
 * @param result what was done, or why it was refused
 */
public record AuditEntry(long number, Order order, String action, String subject, String result) {
  /** Older entries beyond this many are dropped. */
  public static final int KEPT_MAX = 100_000;

  /** How long an entry is kept. */
  public static final long KEPT_SECONDS = 400L * 24 * 3600;
}
