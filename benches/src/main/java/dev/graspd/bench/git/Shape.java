package dev.graspd.bench.git;

/**
 * What a made-up repository looks like.
 *
 * @param commits on the branch main, one after the other
 * @param files in its tree, all there from the first commit on
 * @param changes files that a commit changes
 * @param lines of a file, of 60 characters or so
 * @param change what a commit does to a file
 * @param branches beside main, at commits of it
 * @param tags annotated ones
 */
public record Shape(
    String name,
    int commits,
    int files,
    int changes,
    int lines,
    Change change,
    int branches,
    int tags) {
  public enum Change {
    /** Some lines: versions are deltas of each other. */
    LINES,
    /** Everything: nothing is like anything else, and so the bytes count. */
    ALL
  }
}
