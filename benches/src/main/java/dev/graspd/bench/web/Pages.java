package dev.graspd.bench.web;

import dev.graspd.bench.git.load.PlainGit;
import dev.graspd.bench.git.load.Shape;
import dev.graspd.bench.git.load.Source;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;

/** The pages of one repository that are requested; the same in every run. */
record Pages(Source source) {
  private static final String BRANCH = "main";
  private static final int EACH_MAX = 20;
  private static final int LOG_COMMITS = 50;
  private static final int COMPARED_COMMITS = 20;
  private static final long SEED = 0x67726173_70640004L;

  List<Page> trees() throws IOException, InterruptedException {
    List<Page> pages = new ArrayList<>();
    for (String path : some(lines("ls-tree", "-r", "-d", "--name-only", BRANCH))) {
      String last = lines("ls-tree", "--name-only", BRANCH + ":" + path).getLast();
      pages.add(atBranch("tree", "tree", path, last));
    }
    return pages;
  }

  List<Page> files() throws IOException, InterruptedException {
    List<Page> pages = new ArrayList<>();
    for (String path : smallFiles()) {
      String last = lines("cat-file", "blob", BRANCH + ":" + path).getLast();
      pages.add(atBranch("tree", "blob", path, longestWord(last)));
    }
    return pages;
  }

  /** The logs of branches that are long enough. */
  List<Page> logs() throws IOException, InterruptedException {
    List<Page> pages = new ArrayList<>();
    for (String branch : lines("for-each-ref", "--format=%(refname:lstrip=2)", "refs/heads")) {
      List<String> commits = lines("rev-list", "-n", Integer.toString(LOG_COMMITS), branch);
      if (pages.isEmpty() || commits.size() == LOG_COMMITS) {
        pages.add(
            new Page(
                "/commits/" + branch,
                "log/",
                "h=" + branch,
                "a=shortlog;h=" + branch,
                commits.getLast()));
      }
    }
    return pages;
  }

  List<Page> commits() throws IOException, InterruptedException {
    List<Page> pages = new ArrayList<>();
    for (String commit : some(lines("rev-list", BRANCH))) {
      String added =
          lines("show", "--format=", "--unified=0", commit).stream()
              .filter(line -> line.startsWith("+") && !line.startsWith("+++"))
              .findFirst()
              .orElseThrow();
      pages.add(
          new Page(
              "/commit/" + commit,
              "commit/",
              "id=" + commit,
              "a=commitdiff;h=" + commit,
              longestWord(added)));
    }
    return pages;
  }

  List<Page> histories() throws IOException, InterruptedException {
    List<Page> pages = new ArrayList<>();
    for (String path : smallFiles()) {
      String oldest =
          lines("rev-list", "-n", Integer.toString(LOG_COMMITS), BRANCH, "--", path).getLast();
      pages.add(atBranch("commits", "history", path, oldest));
    }
    return pages;
  }

  /**
   * Blame of the long file at each commit that changed it, in any order: its length of history
   * differs. The change before is in all of them.
   */
  List<Page> blames() throws IOException, InterruptedException {
    List<String> changes = lines("rev-list", BRANCH, "--", Shape.LONG_FILE);
    List<Page> pages = new ArrayList<>();
    for (int i = 0; i + 1 < changes.size(); i++) {
      String commit = changes.get(i);
      pages.add(
          new Page(
              "/blame/" + commit + "/" + Shape.LONG_FILE,
              "blame/" + Shape.LONG_FILE,
              "id=" + commit,
              "a=blame;hb=" + commit + ";f=" + Shape.LONG_FILE,
              changes.get(i + 1)));
    }
    Collections.shuffle(pages, new Random(SEED));
    return pages;
  }

  /** Paths of our server for a crawler: blame, comparisons and commits in turn, none twice. */
  List<String> costly() throws IOException, InterruptedException {
    List<String> commits = lines("rev-list", BRANCH);
    List<String> paths = new ArrayList<>();
    for (int i = 0; i < commits.size(); i++) {
      String commit = commits.get(i);
      String earlier = commits.get(Math.min(commits.size() - 1, i + COMPARED_COMMITS));
      paths.add("/blame/" + commit + "/" + Shape.LONG_FILE);
      paths.add("/compare/" + earlier + "..." + commit);
      paths.add("/commit/" + commit);
    }
    return paths;
  }

  private static Page atBranch(String own, String gitweb, String path, String shown) {
    return new Page(
        "/" + own + "/" + BRANCH + "/" + path,
        (own.equals("commits") ? "log" : own) + "/" + path,
        "h=" + BRANCH,
        "a=" + gitweb + ";hb=" + BRANCH + ";f=" + path,
        shown);
  }

  private List<String> smallFiles() throws IOException, InterruptedException {
    return some(
        lines("ls-tree", "-r", "--name-only", BRANCH).stream()
            .filter(path -> !path.equals(Shape.LONG_FILE))
            .toList());
  }

  /** Returns some, evenly. */
  private static List<String> some(List<String> all) {
    int count = Math.min(EACH_MAX, all.size());
    List<String> chosen = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      chosen.add(all.get(i * all.size() / count));
    }
    return chosen;
  }

  /** Returns the part of a line that markup does not divide. */
  private static String longestWord(String line) {
    return Arrays.stream(line.split("[^A-Za-z0-9]+", -1))
        .max(Comparator.comparingInt(String::length))
        .orElseThrow();
  }

  private List<String> lines(String... command) throws IOException, InterruptedException {
    return PlainGit.run(source.bare(), command).lines().toList();
  }
}
