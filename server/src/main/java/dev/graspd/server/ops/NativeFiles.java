package dev.graspd.server.ops;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The directory into which the native libraries are unpacked. The libraries themselves clean up
 * when the JVM exits in peace; we end it with a halt, to choose the exit code, and so clean up
 * ourselves.
 */
public final class NativeFiles implements AutoCloseable {
  private static final String PREFIX = "graspd-native-";
  private static final Pattern NAME = Pattern.compile(PREFIX + "([0-9]+)-.*");
  private static final List<String> PROPERTIES =
      List.of("lmdbjava.extract.dir", "fr.acinq.secp256k1.tmpdir", "io.netty.native.workdir");

  private final Path directory;

  private NativeFiles(Path directory) {
    this.directory = directory;
  }

  /** Makes the directory and points the libraries to it. Call before any of them is used. */
  public static NativeFiles prepare() throws StartRefused {
    try {
      Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
      deleteLeftovers(temporary);
      long pid = ProcessHandle.current().pid();
      Path directory = Files.createTempDirectory(temporary, PREFIX + pid + "-");
      PROPERTIES.forEach(property -> System.setProperty(property, directory.toString()));
      unpackSecp256k1(directory);
      return new NativeFiles(directory);
    } catch (IOException e) {
      throw new StartRefused("no temporary directory can be made: " + FileTrouble.text(e), e);
    }
  }

  /**
   * Unpacks one library for it: it would compare what it unpacked byte by byte, which takes a fifth
   * of a start. Where we do not find it, it is left to look itself, and to say what it lacks.
   */
  private static void unpackSecp256k1(Path directory) throws IOException {
    String name = System.mapLibraryName("secp256k1-jni");
    String machine = System.getProperty("os.arch", "").replace("amd64", "x86_64");
    String resource = "/fr/acinq/secp256k1/jni/native/linux-" + machine + "/" + name;
    try (InputStream library = NativeFiles.class.getResourceAsStream(resource)) {
      if (library != null) {
        Files.copy(library, directory.resolve(name));
        System.setProperty("fr.acinq.secp256k1.lib.path", directory.toString());
      }
    }
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
