package dev.graspd.server.git.objects;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Where a quarantined pack is about to be published, as a file in its quarantine says it. It is on
 * disk before the pack gets its public name, so that after a crash every pack whose publication was
 * begun can be found.
 *
 * @param family the name of the family's directory
 */
record Target(String family, String pack) {
  static final String FILE = "target";

  private static final Pattern FAMILY = Pattern.compile("[0-9a-f]{2}/[0-9a-f]{64}");
  private static final Pattern PACK = Pattern.compile("pack-[0-9a-f]{40}");

  void write(Path quarantined) throws IOException {
    DurableFiles.write(quarantined.resolve(FILE), family + "\n" + pack + "\n");
    DurableFiles.sync(quarantined);
    DurableFiles.sync(quarantined.resolve(".."));
  }

  /** Returns what a file says; one that was cut short was never acted upon. */
  static Optional<Target> read(Path quarantined) throws IOException {
    try {
      List<String> lines = Files.readAllLines(quarantined.resolve(FILE));
      boolean isWhole =
          lines.size() == 2
              && FAMILY.matcher(lines.get(0)).matches()
              && PACK.matcher(lines.get(1)).matches();
      return isWhole ? Optional.of(new Target(lines.get(0), lines.get(1))) : Optional.empty();
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }
}
