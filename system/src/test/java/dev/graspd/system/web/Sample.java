package dev.graspd.system.web;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Chooses pages so that each kind and each part of a page is among them. Thread-safe. */
final class Sample {
  private final Set<Object> seen = new HashSet<>();

  /**
   * Returns whether a page has something that no chosen page has.
   *
   * @param parts its elements with their classes
   */
  synchronized boolean isNew(String kind, List<?> parts) {
    boolean isNewKind = seen.add("kind " + kind);
    return seen.addAll(parts) || isNewKind;
  }
}
