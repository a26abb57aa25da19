package dev.graspd.core.impure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

final class ReadsAFile {
  private ReadsAFile() {}

  static String read(Path file) throws IOException {
    return Files.readString(file);
  }
}
