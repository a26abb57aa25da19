package dev.graspd.server.migrate.ngit;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/** The files that a real ngit-grasp 3.0.10 left; {@code scripts/ngit-grasp-fixture} makes them. */
public final class OldServerFixture {
  private OldServerFixture() {}

  /** Unpacks the files into a directory and returns where the data is. */
  public static OldServer unpack(Path directory) throws IOException {
    try (InputStream in =
            Objects.requireNonNull(
                OldServerFixture.class.getResourceAsStream("/ngit-grasp/3.0.10.zip"));
        ZipInputStream zip = new ZipInputStream(in)) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        Path file = directory.resolve(entry.getName());
        Files.createDirectories(file.getParent());
        Files.copy(zip, file);
      }
    }
    return new OldServer(directory.resolve("data/relay"), directory.resolve("data/git"));
  }
}
