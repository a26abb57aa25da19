package dev.graspd.bench.hunt;

import dev.graspd.bench.git.load.CGit;
import dev.graspd.bench.git.load.PlainGit;
import dev.graspd.bench.git.load.Source;
import dev.graspd.bench.git.load.Spent;
import dev.graspd.bench.process.Launcher;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * The same work by hand: {@code git fetch} with git's own check of all objects, and {@code git
 * update-ref}, into empty repositories.
 *
 * @param work the directory of the repositories
 */
record ByHand(GitHost host, Path work) {
  static final String NAME = "git fetch by hand";

  /** Returns the cost of one of so many, one after the other. */
  Spent fetch(int times) throws IOException, InterruptedException {
    Path directory = work.resolve("by-hand");
    Launcher.remove(directory);
    for (int i = 0; i < times; i++) {
      Source.init(repository(directory, i));
    }
    Spent spent = CGit.run(directory, times, List.of(fetch(), update()));
    for (int i = 0; i < times; i++) {
      String tip = PlainGit.run(repository(directory, i), "rev-parse", Source.MAIN);
      if (!tip.equals(host.source().refs().get(Source.MAIN))) {
        throw new IllegalStateException("by hand, main is at " + tip);
      }
    }
    Launcher.remove(directory);
    return spent;
  }

  private String fetch() {
    return "git -C $i.git -c transfer.fsckObjects=true fetch -q --no-auto-maintenance "
        + host.url("by-hand")
        + " "
        + Source.MAIN;
  }

  private static String update() {
    return "git -C $i.git update-ref " + Source.MAIN + " FETCH_HEAD";
  }

  private static Path repository(Path directory, int number) {
    return directory.resolve(number + ".git");
  }
}
