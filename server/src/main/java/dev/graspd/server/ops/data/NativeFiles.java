package dev.graspd.server.ops.data;

import dev.graspd.server.base.FileTrees;
import dev.graspd.server.ops.FileTrouble;
import dev.graspd.server.ops.StartRefused;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where the native libraries are: in a release beside the jar, in a directory that its launcher
 * names by {@code java.library.path} (O-7). In a development tree they are unpacked into a
 * temporary directory, or into one in the data directory if that is missing or mounted noexec. The
 * libraries clean up only when the JVM exits normally; we halt it, to choose the exit code, so we
 * clean up ourselves.
 */
public final class NativeFiles implements AutoCloseable {
  static final String PREFIX = "graspd-native-";

  private static final Logger LOG = LoggerFactory.getLogger(NativeFiles.class);
  private static final Pattern NAME = Pattern.compile(PREFIX + "([0-9]+)-.*");
  private static final List<String> PROPERTIES =
      List.of(
          "lmdbjava.extract.dir",
          "jffi.extract.dir",
          "fr.acinq.secp256k1.tmpdir",
          "io.netty.native.workdir");

  /** In a release: by these names the libraries' own loaders find them in one directory. */
  private static final String SHIPPED_LMDB = "liblmdb.so";

  private static final String SHIPPED_SECP256K1 = "libsecp256k1-jni.so";

  private final Path directory;
  private final boolean hasLibrary;
  private final boolean isOurs;

  private NativeFiles(Path directory, boolean hasLibrary, boolean isOurs) {
    this.directory = directory;
    this.hasLibrary = hasLibrary;
    this.isOurs = isOurs;
  }

  /** Loads a library; throws an error if that fails. */
  @FunctionalInterface
  interface Loader {
    void load(Path library);
  }

  /**
   * Finds or makes the directory and points the libraries to it. Call before any of them is used.
   *
   * @param data the directory to use if it cannot be a temporary one
   */
  @SuppressWarnings("restricted") // the launcher allows native access
  public static NativeFiles prepare(Path data) throws StartRefused {
    Optional<Path> shipped = shipped(System.getProperty("java.library.path", ""));
    if (shipped.isPresent()) {
      Path directory = shipped.get();
      properties(directory).forEach(System::setProperty);
      return new NativeFiles(directory, true, false);
    }
    Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
    NativeFiles files =
        unpack(directories(temporary, data), library -> System.load(library.toString()));
    PROPERTIES.forEach(property -> System.setProperty(property, files.directory.toString()));
    if (files.hasLibrary) {
      System.setProperty("fr.acinq.secp256k1.lib.path", files.directory.toString());
    }
    return files;
  }

  /** Returns the first directory of a library path that has the libraries of a release. */
  static Optional<Path> shipped(String libraryPath) {
    return Stream.of(libraryPath.split(File.pathSeparator, -1))
        .filter(name -> !name.isEmpty())
        .map(Path::of)
        .filter(directory ->
            Files.exists(directory.resolve(SHIPPED_LMDB))
                && Files.exists(directory.resolve(SHIPPED_SECP256K1)))
        .findFirst();
  }

  /** Netty looks at the library path itself. */
  static SortedMap<String, String> properties(Path shipped) {
    SortedMap<String, String> properties = new TreeMap<>();
    properties.put("lmdbjava.native.lib", shipped.resolve(SHIPPED_LMDB).toString());
    properties.put("jffi.boot.library.path", shipped.toString());
    properties.put("fr.acinq.secp256k1.lib.path", shipped.toString());
    return properties;
  }

  /** Unpacks into the first of these directories from which libraries can be loaded. */
  static NativeFiles unpack(List<Path> directories, Loader loader) throws StartRefused {
    List<String> troubles = new ArrayList<>();
    for (Path parent : directories) {
      try {
        NativeFiles files = unpack(parent, loader);
        troubles.forEach(trouble -> LOG.info("native libraries are in {}: {}", parent, trouble));
        return files;
      } catch (IOException e) {
        troubles.add(parent + ": " + FileTrouble.text(e));
      } catch (UnsatisfiedLinkError e) {
        troubles.add(parent + ": " + e.getMessage());
      }
    }
    throw new StartRefused(
        "native libraries can be loaded from neither of these directories; they must be writable"
            + " and not mounted noexec (another one: -Djava.io.tmpdir=<directory>): "
            + String.join("; ", troubles));
  }

  /**
   * Returns the directories to try. The data directory may not exist yet, and is not created here.
   */
  static List<Path> directories(Path temporary, Path data) {
    Path existing = data.toAbsolutePath().normalize();
    while (!Files.exists(existing) && existing.getParent() != null) {
      existing = existing.getParent();
    }
    return List.of(temporary, existing);
  }

  private static NativeFiles unpack(Path parent, Loader loader) throws IOException {
    deleteAbandoned(parent);
    long pid = ProcessHandle.current().pid();
    Path directory = Files.createTempDirectory(parent, PREFIX + pid + "-");
    boolean loaded = false;
    try {
      Optional<Path> library = unpackSecp256k1(directory);
      library.ifPresent(loader::load);
      loaded = true;
      return new NativeFiles(directory, library.isPresent(), true);
    } finally {
      if (!loaded) {
        FileTrees.delete(directory);
      }
    }
  }

  /**
   * Unpacks one library instead of its own loader, which compares the unpacked file byte by byte
   * and takes a fifth of a start. If we do not find it, the loader tries and reports the problem.
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

  /** Removes an unpacked directory; loaded libraries stay usable. */
  @Override
  public void close() {
    if (!isOurs) {
      return;
    }
    try {
      FileTrees.delete(directory);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A killed process leaves its directory behind. */
  private static void deleteAbandoned(Path parent) throws IOException {
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
