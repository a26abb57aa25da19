import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * Makes the jar of a release from the runnable one: without native libraries, which go into a
 * directory (those of one architecture), and with the mark of a release. Nothing is compressed
 * inside: the archive is, as a whole, and becomes 7 MB smaller. Equal input gives equal bytes.
 *
 * <p>Usage: {@code java ReleaseJar.java IN OUT amd64|arm64 NATIVE_DIRECTORY EPOCH_SECONDS}
 */
class ReleaseJar {
  private static final String MANIFEST = "META-INF/MANIFEST.MF";

  /** {@code dev.graspd.server.ops.Version} looks for it. */
  private static final String MARK = "META-INF/graspd-release";

  private static final Pattern NATIVE =
      Pattern.compile(
          "(META-INF/native|jni|org/lmdbjava/native|fr/acinq/secp256k1/jni/native)/"
              + ".*\\.(so|a|dll|dylib|jnilib)");

  /** Entries of the jar by architecture, and their names in the directory. */
  private static final Map<String, SortedMap<String, String>> SHIPPED =
      Map.of(
          "amd64", shipped("x86_64", "x86_64", "x86_64"),
          "arm64", shipped("aarch64", "aarch_64", "aarch64"));

  private static SortedMap<String, String> shipped(String machine, String netty, String jffi) {
    String epoll = "libnetty_transport_native_epoll_" + netty + ".so";
    return new TreeMap<>(
        Map.of(
            "META-INF/native/" + epoll, epoll,
            "fr/acinq/secp256k1/jni/native/linux-" + machine + "/libsecp256k1-jni.so",
                "libsecp256k1-jni.so",
            "jni/" + jffi + "-Linux/libjffi-1.2.so", "libjffi-1.2.so",
            "org/lmdbjava/native/" + machine + "-linux-gnu.so", "liblmdb.so"));
  }

  public static void main(String... arguments) throws IOException {
    Path directory = Files.createDirectories(Path.of(arguments[3]));
    LocalDateTime time =
        LocalDateTime.ofEpochSecond(Long.parseLong(arguments[4]), 0, ZoneOffset.UTC);
    try (ZipFile in = new ZipFile(arguments[0])) {
      try (OutputStream file = Files.newOutputStream(Path.of(arguments[1]));
          ZipOutputStream out = new ZipOutputStream(file)) {
        copy(in, out, time);
      }
      extract(in, SHIPPED.get(arguments[2]), directory);
    }
  }

  private static void copy(ZipFile in, ZipOutputStream out, LocalDateTime time)
      throws IOException {
    List<String> names =
        in.stream()
            .map(ZipEntry::getName)
            .filter(name -> !NATIVE.matcher(name).matches())
            .filter(name -> !name.equals(MANIFEST) && !name.endsWith("/"))
            .sorted()
            .toList();
    put(out, MANIFEST, time, bytes(in, MANIFEST));
    put(out, MARK, time, new byte[0]);
    for (String name : names) {
      put(out, name, time, bytes(in, name));
    }
  }

  private static void put(ZipOutputStream out, String name, LocalDateTime time, byte[] bytes)
      throws IOException {
    ZipEntry entry = new ZipEntry(name);
    entry.setTimeLocal(time);
    CRC32 sum = new CRC32();
    sum.update(bytes);
    entry.setMethod(ZipEntry.STORED);
    entry.setSize(bytes.length);
    entry.setCrc(sum.getValue());
    out.putNextEntry(entry);
    out.write(bytes);
    out.closeEntry();
  }

  private static void extract(ZipFile in, SortedMap<String, String> shipped, Path directory)
      throws IOException {
    for (Map.Entry<String, String> library : shipped.entrySet()) {
      Files.write(directory.resolve(library.getValue()), bytes(in, library.getKey()));
    }
  }

  private static byte[] bytes(ZipFile jar, String name) throws IOException {
    ZipEntry entry = jar.getEntry(name);
    if (entry == null) {
      throw new IOException(jar.getName() + " has no " + name);
    }
    try (InputStream in = jar.getInputStream(entry)) {
      return in.readAllBytes();
    }
  }
}
