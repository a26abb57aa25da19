package dev.graspd.server.git.serve;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.Refs;
import dev.graspd.server.git.objects.Layout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** A working repository whose objects become those of a family. */
public final class Scratch {
  public static final long BEGIN_SECONDS = 1_600_000_000;

  private final Git git;
  private final Path directory;
  private int seconds;

  public Scratch(Git git, Path directory) throws IOException {
    this.git = git;
    this.directory = Files.createDirectories(directory);
    git.run(directory, "init", "-q", "-b", "main");
  }

  /** Adds a commit that changes one file. */
  public Oid commit(String file, String content) throws IOException {
    Path path = directory.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, content, UTF_8);
    seconds += 100;
    git.run(directory, "add", "-A");
    git.runAt(BEGIN_SECONDS + seconds, directory, "commit", "-q", "-m", "Change " + file);
    return git.oid(directory, "HEAD");
  }

  /** Writes a file that the next commit has too. */
  public void write(String file, String content) throws IOException {
    Path path = directory.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, content, UTF_8);
  }

  public void run(String... arguments) {
    git.run(directory, arguments);
  }

  public Oid oid(String revision) {
    return git.oid(directory, revision);
  }

  public Refs refs() {
    SortedMap<RefName, Oid> values = new TreeMap<>();
    git.run(directory, "for-each-ref", "--format=%(refname) %(objectname)")
        .lines()
        .map(line -> line.split(" "))
        .forEach(words -> values.put(new RefName(words[0]), new Oid(words[1])));
    return new Refs(values, Optional.of(new RefName("refs/heads/main")));
  }

  /** Puts everything into a family's packs. */
  public void publish(Layout layout, Identifier family, String... repackOptions)
      throws IOException {
    String[] arguments =
        Stream.concat(Stream.of("repack", "-a", "-d", "-q"), Stream.of(repackOptions))
            .toArray(String[]::new);
    git.run(directory, arguments);
    Path packs = Files.createDirectories(layout.packs(family));
    try (Stream<Path> files = Files.list(directory.resolve(".git/objects/pack"))) {
      for (Path file : files.toList()) {
        Path copy = packs.resolve(file.getFileName().toString());
        if (!Files.exists(copy)) {
          Files.copy(file, copy);
        }
      }
    }
  }
}
