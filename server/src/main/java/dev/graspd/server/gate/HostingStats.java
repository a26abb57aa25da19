package dev.graspd.server.gate;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How much hosting has to do, as of now.
 *
 * @param repositories that are served
 * @param held how many wait, by type
 * @param oldest how long the one has waited that has waited longest
 * @param damaged families that have lost objects
 * @param submissions pull requests that can be fetched below {@code /prs/}
 * @param holdings repositories that are hosted no more and not erased yet
 * @param keptOut those of them that a list of the operator keeps out
 */
public record HostingStats(
    long repositories,
    SortedMap<String, Long> held,
    Duration oldest,
    long damaged,
    long submissions,
    long holdings,
    long keptOut) {
  /** What can be held: events by what they are, and refs of pull requests without their event. */
  public static final List<String> TYPES =
      List.of("announcement", "state", "pull_request", "placeholder");

  public HostingStats {
    held = Collections.unmodifiableSortedMap(new TreeMap<>(held));
  }
}
