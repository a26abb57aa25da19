package dev.graspd.server.migrate.ngit;

import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefName;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
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
 * @param odd what has no name or no id that this server could serve, in words; the first {@link
 *     #ODD_MAX}
 * @param oddMore how many more there are
 * @param isCut whether there were more refs than {@link #REFS_MAX}
 */
public record OldRefs(
    SortedMap<RefName, Oid> refs,
    Optional<RefName> head,
    SortedSet<String> odd,
    long oddMore,
    boolean isCut) {
  /** Most refs that are read of one repository. */
  public static final int REFS_MAX = 100_000;

  /** Most odd ones that are named; the rest is counted. */
  static final int ODD_MAX = 100;

  private static final int DEPTH_MAX = 32;
  private static final int LINE_BYTES_MAX = 4_096;
  private static final String SYMBOLIC = "ref: ";

  public OldRefs {
    refs = Collections.unmodifiableSortedMap(new TreeMap<>(refs));
    odd = Collections.unmodifiableSortedSet(new TreeSet<>(odd));
  }

  /** Returns how many lines a report has about them: those beyond the limit are one. */
  public long count() {
    return refs.size() + odd.size() + oddMore + (isCut ? 1L : 0L);
  }

  /** What a server lists: all of it has names and ids. */
  public static OldRefs listed(SortedMap<RefName, Oid> refs, Optional<RefName> head) {
    return new OldRefs(refs, head, new TreeSet<>(), 0, false);
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
    return new OldRefs(found.refs, head, found.odd, found.oddMore, found.isCut);
  }

  private static final class Collected {
    final SortedMap<RefName, Oid> refs = new TreeMap<>();
    final SortedSet<String> odd = new TreeSet<>();
    long oddMore;
    boolean isCut;

    void add(String name, String id) {
      Optional<RefName> ref = RefName.parse(name);
      Optional<Oid> value = Oid.parse(id);
      if (ref.isEmpty() || value.isEmpty()) {
        odd(name);
      } else if (refs.size() < REFS_MAX || refs.containsKey(ref.get())) {
        refs.put(ref.get(), value.get());
      } else {
        isCut = true;
      }
    }

    void odd(String name) {
      if (odd.size() < ODD_MAX) {
        odd.add(name);
      } else if (!odd.contains(name)) {
        oddMore++;
      }
    }
  }

  private static void packed(Path file, Collected found) throws IOException {
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
      ByteArrayOutputStream line = new ByteArrayOutputStream();
      while (!found.isCut && readLine(in, line)) {
        if (line.size() > LINE_BYTES_MAX) {
          found.odd("a line of packed-refs with more than " + LINE_BYTES_MAX + " bytes");
        } else {
          packed(line.toString(StandardCharsets.UTF_8), found);
        }
      }
    }
  }

  private static void packed(String line, Collected found) {
    int space = line.indexOf(' ');
    if (space > 0 && line.charAt(0) != '#' && line.charAt(0) != '^') {
      found.add(line.substring(space + 1), line.substring(0, space));
    }
  }

  /**
   * Reads a line, of a long one only the beginning.
   *
   * @return false at the end of the file
   */
  private static boolean readLine(InputStream in, ByteArrayOutputStream line) throws IOException {
    line.reset();
    int next = in.read();
    if (next < 0) {
      return false;
    }
    while (next >= 0 && next != '\n') {
      if (line.size() <= LINE_BYTES_MAX) {
        line.write(next);
      }
      next = in.read();
    }
    return true;
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
      String text = new String(in.readNBytes(LINE_BYTES_MAX), StandardCharsets.UTF_8);
      return text.lines().findFirst();
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }
}
