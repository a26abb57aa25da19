package dev.graspd.server.app.command;

import dev.graspd.server.base.FileTrees;
import dev.graspd.server.ops.FileTrouble;
import dev.graspd.server.ops.StartRefused;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A temporary directory for one command, removed at its end. */
record Scratch(Path directory) implements AutoCloseable {
  static Scratch of(String command) throws StartRefused {
    try {
      return new Scratch(Files.createTempDirectory("graspd-" + command + "-"));
    } catch (IOException e) {
      throw new StartRefused("no temporary directory can be made: " + FileTrouble.text(e), e);
    }
  }

  @Override
  public void close() throws StartRefused {
    try {
      FileTrees.delete(directory);
    } catch (IOException e) {
      throw new StartRefused(directory + " cannot be removed: " + FileTrouble.text(e), e);
    }
  }
}
