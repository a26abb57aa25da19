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
 * @param longLines lines of one further file, {@link #LONG_FILE}, which every fourth commit
 *     changes; 0 for none
 */
public record Shape(
    String name,
    int commits,
    int files,
    int changes,
    int lines,
    Change change,
    int branches,
    int tags,
    int longLines) {
  public static final String LONG_FILE = "long.txt";

  /** A repository whose files are all of the same length. */
  public Shape(
      String name,
      int commits,
      int files,
      int changes,
      int lines,
      Change change,
      int branches,
      int tags) {
    this(name, commits, files, changes, lines, change, branches, tags, 0);
  }

  public enum Change {
    /** Some lines: versions are deltas of each other. */
    LINES,
    /** Everything: no deltas, so that bytes count. */
    ALL
  }
}
