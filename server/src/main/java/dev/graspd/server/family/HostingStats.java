package dev.graspd.server.family;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Figures of hosting now.
 *
 * @param repositories that are served
 * @param held how many events and pushes wait, by type
 * @param oldest how long the oldest of them has waited
 * @param damaged families that have lost objects
 * @param submissions pull requests that can be fetched below {@code /prs/}
 * @param ended repositories that are not erased yet
 * @param keptOut those of them that a list of the operator excludes
 */
public record HostingStats(
    long repositories,
    SortedMap<String, Long> held,
    Duration oldest,
    long damaged,
    long submissions,
    long ended,
    long keptOut) {
  /** Types of held events, and pushes without their event. */
  public static final List<String> TYPES =
      List.of("announcement", "state", "pull_request", "placeholder");

  public HostingStats {
    held = Collections.unmodifiableSortedMap(new TreeMap<>(held));
  }
}
