package dev.graspd.server.git.objects;

import dev.graspd.server.base.DurableFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A file in quarantine that names packs of a family. It is on disk before a pack gets its public
 * name, and before the store forgets one: after a crash, the next start finds every pack that the
 * store does not name.
 *
 * @param family the name of the family's directory
 */
record PackTarget(String family, SortedSet<String> packs) {
  static final String FILE = "target";

  private static final Pattern FAMILY = Pattern.compile("[0-9a-f]{2}/[0-9a-f]{64}");
  private static final Pattern PACK = Pattern.compile("pack-[0-9a-f]{40}");
  private static final String END = "end";

  PackTarget {
    packs = Collections.unmodifiableSortedSet(new TreeSet<>(packs));
  }

  void write(Path quarantined) throws IOException {
    String names = packs.stream().map(pack -> pack + "\n").collect(Collectors.joining());
    DurableFiles.write(quarantined.resolve(FILE), family + "\n" + names + END + "\n");
    DurableFiles.sync(quarantined);
    DurableFiles.sync(quarantined.resolve(".."));
  }

  /** Reads the file; an incomplete one never had an effect. */
  static Optional<PackTarget> read(Path quarantined) throws IOException {
    try {
      List<String> lines = Files.readAllLines(quarantined.resolve(FILE));
      if (lines.size() < 2 || !FAMILY.matcher(lines.getFirst()).matches()) {
        return Optional.empty();
      }
      return packs(lines).map(packs -> new PackTarget(lines.getFirst(), packs));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }

  private static Optional<SortedSet<String>> packs(List<String> lines) {
    // Earlier versions wrote one name and no end.
    boolean isEarlier = lines.size() == 2;
    List<String> names = lines.subList(1, isEarlier ? 2 : lines.size() - 1);
    boolean isWhole =
        (isEarlier || lines.getLast().equals(END))
            && names.stream().allMatch(name -> PACK.matcher(name).matches());
    return isWhole ? Optional.of(new TreeSet<>(names)) : Optional.empty();
  }
}
