package dev.graspd.core.hunt.domain;

import java.util.SortedMap;

/**
 * The hunt in numbers (purgatory.md, section 5).
 *
 * @param queued families whose events wait for git data
 * @param fetching passes in flight for them
 * @param comparing passes in flight for comparisons
 * @param completed attempts after which nothing was missing, since the start
 * @param incomplete attempts that did not bring everything
 * @param fetched missing objects that were fetched
 * @param overdue hosted families that were not compared within an hour
 * @param domains those with traffic in the last hour, at most 50
 */
public record HuntTotals(
    int queued,
    int fetching,
    int comparing,
    long completed,
    long incomplete,
    long fetched,
    int overdue,
    SortedMap<Domain, Traffic> domains) {
  /** One domain: requests now, and in all since we first met it. */
  public record Traffic(int inFlight, long requests) {}
}
