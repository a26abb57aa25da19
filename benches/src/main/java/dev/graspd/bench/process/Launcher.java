package dev.graspd.bench.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.stream.Stream;

/** Starts servers of ours on directories below the bench's own. */
public record Launcher(Path program, Path work) {
  public Path directory(String name) {
    return work.resolve("servers").resolve(name);
  }

  /** Starts a server on an existing directory. */
  public OwnServer start(Path data, Map<String, String> settings)
      throws IOException, InterruptedException {
    return start(data, OwnServer.freePort(), settings);
  }

  /** Starts a server at a given port. */
  public OwnServer start(Path data, int port, Map<String, String> settings)
      throws IOException, InterruptedException {
    if (!Files.isExecutable(program)) {
      throw new IOException("cannot start " + program + ": build the server first");
    }
    return OwnServer.start(program, data, port, settings);
  }

  public static void remove(Path directory) throws IOException {
    if (!Files.exists(directory)) {
      return;
    }
    try (Stream<Path> tree = Files.walk(directory)) {
      tree.sorted(Comparator.reverseOrder()).forEach(Launcher::delete);
    }
  }

  private static void delete(Path path) {
    try {
      Files.delete(path);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
