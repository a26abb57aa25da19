package dev.graspd.server.ops;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The directory into which the native libraries are unpacked: a temporary one, or one below the
 * data where the temporary directory is missing or allows no programs (mounted noexec). The
 * libraries themselves clean up when the JVM exits in peace; we end it with a halt, to choose the
 * exit code, and so clean up ourselves.
 */
public final class NativeFiles implements AutoCloseable {
  /** How the names of these directories begin. */
  static final String PREFIX = "graspd-native-";

  private static final Logger LOG = LoggerFactory.getLogger(NativeFiles.class);
  private static final Pattern NAME = Pattern.compile(PREFIX + "([0-9]+)-.*");
  private static final List<String> PROPERTIES =
      List.of(
          "lmdbjava.extract.dir",
          "jffi.extract.dir",
          "fr.acinq.secp256k1.tmpdir",
          "io.netty.native.workdir");

  private final Path directory;
  private final boolean hasLibrary;

  private NativeFiles(Path directory, boolean hasLibrary) {
    this.directory = directory;
    this.hasLibrary = hasLibrary;
  }

  /** Loads a library for good; throws an error where that cannot be. */
  @FunctionalInterface
  interface Loader {
    void load(Path library);
  }

  /**
   * Makes the directory and points the libraries to it. Call before any of them is used.
   *
   * @param data where it is made if it cannot be a temporary one
   */
  @SuppressWarnings("restricted") // the launcher allows native access
  public static NativeFiles prepare(Path data) throws StartRefused {
    Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
    NativeFiles files = unpack(places(temporary, data), library -> System.load(library.toString()));
    PROPERTIES.forEach(property -> System.setProperty(property, files.directory.toString()));
    if (files.hasLibrary) {
      System.setProperty("fr.acinq.secp256k1.lib.path", files.directory.toString());
    }
    return files;
  }

  /** Unpacks into the first of these places from which libraries can be loaded. */
  static NativeFiles unpack(List<Path> places, Loader loader) throws StartRefused {
    List<String> troubles = new ArrayList<>();
    for (Path place : places) {
      try {
        NativeFiles files = unpack(place, loader);
        troubles.forEach(trouble -> LOG.info("native libraries are in {}: {}", place, trouble));
        return files;
      } catch (IOException e) {
        troubles.add(place + ": " + FileTrouble.text(e));
      } catch (UnsatisfiedLinkError e) {
        troubles.add(place + ": " + e.getMessage());
      }
    }
    throw new StartRefused(
        "native libraries can be loaded from neither of these directories; they must be writable"
            + " and not mounted noexec (another one: -Djava.io.tmpdir=<directory>): "
            + String.join("; ", troubles));
  }

  /** Returns where to try. The data directory may not exist yet, and is not made here. */
  static List<Path> places(Path temporary, Path data) {
    Path existing = data.toAbsolutePath().normalize();
    while (!Files.exists(existing) && existing.getParent() != null) {
      existing = existing.getParent();
    }
    return List.of(temporary, existing);
  }

  private static NativeFiles unpack(Path place, Loader loader) throws IOException {
    deleteLeftovers(place);
    long pid = ProcessHandle.current().pid();
    Path directory = Files.createTempDirectory(place, PREFIX + pid + "-");
    boolean loaded = false;
    try {
      Optional<Path> library = unpackSecp256k1(directory);
      library.ifPresent(loader::load);
      loaded = true;
      return new NativeFiles(directory, library.isPresent());
    } finally {
      if (!loaded) {
        FileTrees.delete(directory);
      }
    }
  }

  /**
   * Unpacks one library for it: it would compare what it unpacked byte by byte, which takes a fifth
   * of a start. Where we do not find it, it is left to look itself, and to say what it lacks.
   */
  private static Optional<Path> unpackSecp256k1(Path directory) throws IOException {
    String name = System.mapLibraryName("secp256k1-jni");
    String machine = System.getProperty("os.arch", "").replace("amd64", "x86_64");
    String resource = "/fr/acinq/secp256k1/jni/native/linux-" + machine + "/" + name;
    try (InputStream library = NativeFiles.class.getResourceAsStream(resource)) {
      if (library == null) {
        return Optional.empty();
      }
      Path unpacked = directory.resolve(name);
      Files.copy(library, unpacked);
      return Optional.of(unpacked);
    }
  }

  Path directory() {
    return directory;
  }

  /** Removes the directory; libraries that are loaded stay usable. */
  @Override
  public void close() {
    try {
      FileTrees.delete(directory);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A killed process leaves its directory behind. */
  private static void deleteLeftovers(Path parent) throws IOException {
    try (DirectoryStream<Path> siblings = Files.newDirectoryStream(parent, PREFIX + "*")) {
      for (Path sibling : siblings) {
        Matcher name = NAME.matcher(sibling.getFileName().toString());
        if (name.matches()
            && Files.isWritable(sibling)
            && ProcessHandle.of(Long.parseLong(name.group(1))).isEmpty()) {
          FileTrees.delete(sibling);
        }
      }
    }
  }
}
