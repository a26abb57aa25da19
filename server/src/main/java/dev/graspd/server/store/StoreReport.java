package dev.graspd.server.store;

import java.util.List;

/**
 * The findings of a check of a whole store.
 *
 * @param hasRepositories whether a hosting server has ever opened it
 * @param problems the first hundred, in words
 */
public record StoreReport(
    long servedEvents,
    long heldEvents,
    long lastSeq,
    boolean hasRepositories,
    long problemCount,
    List<String> problems) {
  public StoreReport {
    problems = List.copyOf(problems);
  }

  public boolean isSound() {
    return problemCount == 0;
  }
}
