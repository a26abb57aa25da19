package dev.graspd.server.site.race;

import dev.graspd.testkit.client.FastImport;
import dev.graspd.testkit.client.GitClient;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A line of commits that C git made. Each one changes every line of every file, and its number is
 * in all of them: an answer tells which commits it was made from.
 */
record MarkedCommits(List<String> ids, List<byte[]> packs, List<byte[]> tars) {
  /** All have the same name: an owner's copy must not show what only another one has. */
  static final String IDENTIFIER = "tool";

  private static final Pattern MARK = Pattern.compile("mark-(\\d{3})");
  private static final Pattern TAG = Pattern.compile("<[^>]*>");
  private static final int LINES = 60;

  static MarkedCommits make(Path directory, int count) {
    GitClient git = GitClient.init(directory);
    FastImport stream = new FastImport();
    List<FastImport.Mark> made = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      FastImport.Mark[] parents =
          made.isEmpty() ? new FastImport.Mark[0] : new FastImport.Mark[] {made.getLast()};
      made.add(
          stream.commit(
              FastImport.Head.of("refs/heads/main", mark(i) + "\n").at(1_700_000_000L + i),
              parents));
      stream
          .file("README.md", "# " + mark(i) + "\n")
          .file("a.txt", text(i))
          .file("dir/b.txt", text(i));
    }
    stream.into(git);
    List<String> ids = git.must("rev-list", "--reverse", "main").lines().toList();
    List<byte[]> packs = new ArrayList<>(List.of(git.pack(ids.getFirst())));
    for (int i = 1; i < count; i++) {
      packs.add(git.thinPack(ids.get(i), ids.get(i - 1)));
    }
    return new MarkedCommits(ids, packs, ids.stream().map(id -> tar(git, id)).toList());
  }

  /** What C git packs for a download. */
  private static byte[] tar(GitClient git, String id) {
    String prefix = IDENTIFIER + "-" + id.substring(0, 12) + "/";
    return git.must("archive", "--format=tar", "--prefix=" + prefix, id)
        .getBytes(StandardCharsets.UTF_8);
  }

  private static String mark(int number) {
    return "mark-%03d".formatted(number);
  }

  static String text(int number) {
    return (mark(number) + " in a line of its own\n").repeat(LINES);
  }

  /** Returns the numbers that a text has, without its tags. */
  static SortedSet<Integer> marks(byte[] body) {
    Matcher found =
        MARK.matcher(TAG.matcher(new String(body, StandardCharsets.UTF_8)).replaceAll(""));
    SortedSet<Integer> numbers = new TreeSet<>();
    while (found.find()) {
      numbers.add(Integer.valueOf(found.group(1)));
    }
    return numbers;
  }
}
