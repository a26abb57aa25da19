package dev.graspd.bench.git.load;

import dev.graspd.bench.process.Launcher;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A generated repository: the pack for the server, and a bare repository with the same pack and the
 * same refs for C git.
 */
public record Source(Path pack, Path bare, SortedMap<String, String> refs) {
  public static final String MAIN = "refs/heads/main";

  /** Makes it, or finds that of an earlier run. */
  public static Source of(Shape shape, Path work) throws IOException, InterruptedException {
    String name = shape.name() + "-" + Integer.toHexString(shape.toString().hashCode());
    Path directory = work.resolve("sources").resolve(name);
    Path done = directory.resolve("done");
    if (!Files.exists(done)) {
      Launcher.remove(directory);
      make(shape, directory);
      Files.createFile(done);
    }
    Path bare = directory.resolve("bare.git");
    return new Source(directory.resolve("all.pack"), bare, refs(bare));
  }

  private static void make(Shape shape, Path directory) throws IOException, InterruptedException {
    Path first = init(directory.resolve("first.git"));
    PlainGit.feed(
        first,
        out -> {
          OutputStream buffered = new BufferedOutputStream(out, 1 << 16);
          FastImport.write(shape, buffered);
          buffered.flush();
        },
        "fast-import",
        "--quiet",
        "--done");
    // As a client sends it: with good deltas. One thread, so that it is the same in every run.
    PlainGit.run(first, "-c", "pack.threads=1", "repack", "-a", "-d", "-f", "-q");
    Path pack = directory.resolve("all.pack");
    Files.write(
        pack,
        PlainGit.feed(
            first,
            _ -> {},
            "pack-objects",
            "--all",
            "--revs",
            "--stdout",
            "--delta-base-offset",
            "-q"));
    bare(directory.resolve("bare.git"), pack, refs(first));
    Launcher.remove(first);
  }

  /** Makes a bare repository of one pack, its refs in one file, as the server has it. */
  private static void bare(Path bare, Path pack, SortedMap<String, String> refs)
      throws IOException, InterruptedException {
    init(bare);
    PlainGit.feed(bare, out -> Files.copy(pack, out), "index-pack", "--stdin");
    StringBuilder updates = new StringBuilder();
    refs.forEach((name, value) -> updates.append("create " + name + " " + value + "\n"));
    PlainGit.feed(
        bare,
        out -> out.write(updates.toString().getBytes(StandardCharsets.US_ASCII)),
        "update-ref",
        "--stdin");
    PlainGit.run(bare, "pack-refs", "--all");
  }

  /** Makes an empty bare repository without automatic maintenance. */
  public static Path init(Path directory) throws IOException, InterruptedException {
    Files.createDirectories(directory);
    PlainGit.run(directory, "init", "-q", "--bare", "-b", "main");
    PlainGit.run(directory, "config", "gc.auto", "0");
    PlainGit.run(directory, "config", "receive.autogc", "false");
    PlainGit.run(directory, "config", "uploadpack.allowFilter", "true");
    return directory;
  }

  private static SortedMap<String, String> refs(Path bare)
      throws IOException, InterruptedException {
    SortedMap<String, String> refs = new TreeMap<>();
    PlainGit.run(bare, "for-each-ref", "--format=%(refname) %(objectname)")
        .lines()
        .map(line -> line.split(" ", 2))
        .forEach(line -> refs.put(line[0], line[1]));
    return Collections.unmodifiableSortedMap(refs);
  }

  /** Resolves a name of git, such as {@code main~1}. */
  public String resolve(String name) throws IOException, InterruptedException {
    return PlainGit.run(bare, "rev-parse", "--verify", "-q", name);
  }

  /** Returns the number of objects that the refs reach. */
  public int objects() throws IOException, InterruptedException {
    return Integer.parseInt(PlainGit.run(bare, "rev-list", "--objects", "--count", "--all"));
  }
}
