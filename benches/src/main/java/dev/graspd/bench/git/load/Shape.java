package dev.graspd.bench.git.load;

/**
 * The shape of a generated repository.
 *
 * @param commits on the branch main, one after the other
 * @param files in every tree
 * @param changes files that a commit changes
 * @param lines of a file, of 60 characters or so
 * @param change of a file by a commit
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
    /** Everything: no deltas, so that bytes count. */
    ALL
  }
}
