package dev.graspd.server.migrate.ngit;

import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefName;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The refs of a bare repository, read without git: packed ones, loose ones before them, and HEAD.
 * Symbolic links are not followed.
 *
 * @param refs by name
 * @param head the branch that HEAD names
 * @param odd what has no name or no id that this server could serve, in words
 * @param isCut whether there were more refs than {@link #REFS_MAX}
 */
public record OldRefs(
    SortedMap<RefName, Oid> refs, Optional<RefName> head, SortedSet<String> odd, boolean isCut) {
  /** Most refs that are read of one repository. */
  public static final int REFS_MAX = 100_000;

  private static final int DEPTH_MAX = 32;
  private static final int LINE_CHARACTERS_MAX = 4_096;
  private static final int ODD_MAX = 100;
  private static final String SYMBOLIC = "ref: ";

  public OldRefs {
    refs = Collections.unmodifiableSortedMap(new TreeMap<>(refs));
    odd = Collections.unmodifiableSortedSet(new TreeSet<>(odd));
  }

  /** Returns how many lines a report has about them: those beyond the limit are one. */
  public long count() {
    return refs.size() + odd.size() + (isCut ? 1L : 0L);
  }

  /** Reads a repository; a directory without refs has none. */
  public static OldRefs read(Path repository) throws IOException {
    Collected found = new Collected();
    packed(repository.resolve("packed-refs"), found);
    loose(repository, found);
    Optional<RefName> head =
        firstLine(repository.resolve("HEAD"))
            .filter(line -> line.startsWith(SYMBOLIC))
            .flatMap(line -> RefName.parse(line.substring(SYMBOLIC.length()).strip()));
    return new OldRefs(found.refs, head, found.odd, found.isCut);
  }

  private static final class Collected {
    final SortedMap<RefName, Oid> refs = new TreeMap<>();
    final SortedSet<String> odd = new TreeSet<>();
    boolean isCut;

    void add(String name, String id) {
      Optional<RefName> ref = RefName.parse(name);
      Optional<Oid> value = Oid.parse(id);
      if (ref.isEmpty() || value.isEmpty()) {
        if (odd.size() < ODD_MAX) {
          odd.add(name);
        }
      } else if (refs.size() < REFS_MAX || refs.containsKey(ref.get())) {
        refs.put(ref.get(), value.get());
      } else {
        isCut = true;
      }
    }
  }

  private static void packed(Path file, Collected found) throws IOException {
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(Files.newInputStream(file), StandardCharsets.ISO_8859_1))) {
      for (String line = lines.readLine(); line != null && !found.isCut; line = lines.readLine()) {
        int space = line.indexOf(' ');
        if (space > 0 && line.charAt(0) != '#' && line.charAt(0) != '^') {
          found.add(utf8(line.substring(space + 1)), line.substring(0, space));
        }
      }
    }
  }

  private static String utf8(String latin) {
    return new String(latin.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
  }

  private static void loose(Path repository, Collected found) throws IOException {
    MovingFiles.walk(
        repository.resolve("refs"),
        DEPTH_MAX,
        (file, _) -> {
          // A ref that vanished meanwhile was packed or deleted; the next pass sees which.
          Optional<String> value = firstLine(file);
          if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            found.add(repository.relativize(file).toString(), value.orElse(""));
          }
          return !found.isCut;
        });
  }

  private static Optional<String> firstLine(Path file) throws IOException {
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      return Optional.empty();
    }
    try (InputStream in = Files.newInputStream(file)) {
      String text = new String(in.readNBytes(LINE_CHARACTERS_MAX), StandardCharsets.UTF_8);
      return text.lines().findFirst();
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }
}
