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
 * @param copies how copies compare with the repositories here
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
    Copies copies,
    SortedMap<Domain, Traffic> domains) {
  /** One domain: requests now, and in all since we first met it. */
  public record Traffic(int inFlight, long requests) {}

  /**
   * The copies of all repositories by their last looks. A repository with three clone URLs on other
   * servers has three copies.
   *
   * @param same copies in which every branch and tag has the same value
   * @param different copies with another value of one
   * @param lacking copies that lack one, and have no other value of any
   * @param failed clone URLs whose refs could not be read; each counts once for all repositories
   */
  public record Copies(int same, int different, int lacking, int failed) {
    public static final Copies NONE = new Copies(0, 0, 0, 0);
  }
}
