package dev.graspd.bench.git.load;

import java.io.IOException;
import java.util.List;

/** The fetches of the rows. */
public final class Fetches {
  /** A file that every commit has. */
  public static final String FILE = "d0/d0/file7";

  /** The haves of a client in the first round. */
  private static final int HAVES = 16;

  private Fetches() {}

  /** Everything since the commit before the newest. */
  public static Request newestCommit(Source source) throws IOException, InterruptedException {
    List<String> commits =
        PlainGit.run(source.bare(), "rev-list", "-n", Integer.toString(HAVES + 1), "main")
            .lines()
            .toList();
    return Request.since(commits.getFirst(), commits.subList(1, commits.size()));
  }

  /** A blob of a commit in the middle that later commits have changed. */
  public static Request oldBlob(Source source, int commits)
      throws IOException, InterruptedException {
    String middle = "main~" + commits / 2;
    String changed =
        PlainGit.run(source.bare(), "diff-tree", "-r", "--name-only", middle + "~1", middle)
            .lines()
            .findFirst()
            .orElseThrow();
    return Request.blob(source.resolve(middle + ":" + changed));
  }
}
