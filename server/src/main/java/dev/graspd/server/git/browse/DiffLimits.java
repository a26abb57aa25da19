package dev.graspd.server.git.browse;

/**
 * How much of a difference is shown ({@code DIFF_FILES}, {@code DIFF_FILE}).
 *
 * @param filesShown files whose lines are compared
 * @param filesNamed files in all
 * @param fileBytes of one side of a file that is compared
 * @param fileLines of one side of a file that is compared
 * @param linesShown of one file
 * @param renames added and removed files that are searched for renames
 */
public record DiffLimits(
    int filesShown, int filesNamed, int fileBytes, int fileLines, int linesShown, int renames) {
  public static final DiffLimits DEFAULT = new DiffLimits(100, 3_000, 1 << 20, 10_000, 1_000, 400);

  /** For a difference that is limited to a path: its reader wants this file, and all of it. */
  public static final DiffLimits OF_PATH = new DiffLimits(100, 3_000, 1 << 20, 10_000, 10_000, 400);
}
