package dev.graspd.server.store.lmdb.format;

import dev.graspd.server.app.server.FormatAtStart;
import dev.graspd.server.base.FailPoints;
import dev.graspd.server.store.embedded.EmbeddedEngine;
import java.nio.file.Path;

/** A process that prepares the data directories of an older format, and dies on the way. */
final class MigratingProgram {
  static final int KILLED = 137;

  private MigratingProgram() {}

  public static void main(String[] arguments) throws Exception {
    FailPoints dying =
        FailPoints.at(
            arguments[2], Integer.parseInt(arguments[3]), () -> Runtime.getRuntime().halt(KILLED));
    start(Path.of(arguments[0]), Path.of(arguments[1]), dying).prepare(true);
  }

  static FormatAtStart start(Path relay, Path git, FailPoints failPoints) {
    return start(relay, git, FormatAtStart.AUTO, 0, failPoints);
  }

  static FormatAtStart start(
      Path relay, Path git, String backup, long reserveBytes, FailPoints failPoints) {
    EmbeddedEngine engine = new EmbeddedEngine(OlderLayouts.MIGRATIONS);
    return new FormatAtStart(engine, relay, git, backup, reserveBytes, failPoints);
  }
}
