package dev.graspd.server.ops;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds the server's key: the configuration, then the systemd credential, then the key file. A new
 * one is made for a new, empty data directory only: a server that comes back under another identity
 * would be a stranger to its users.
 */
public final class ServerKeys {
  /** The key file, in the relay data directory. */
  public static final String FILE = "relay-owner.nsec";

  private static final String CREDENTIAL = "relay_owner_nsec";
  private static final Set<PosixFilePermission> OTHERS =
      EnumSet.of(
          PosixFilePermission.GROUP_READ,
          PosixFilePermission.GROUP_WRITE,
          PosixFilePermission.GROUP_EXECUTE,
          PosixFilePermission.OTHERS_READ,
          PosixFilePermission.OTHERS_WRITE,
          PosixFilePermission.OTHERS_EXECUTE);

  private final Optional<String> configured;
  private final Optional<Path> credentials;
  private final Path directory;

  /**
   * Names the places to look in.
   *
   * @param configured the value of NGIT_RELAY_OWNER_NSEC
   * @param credentialsDirectory the value of CREDENTIALS_DIRECTORY, which systemd sets
   * @param directory the relay data directory
   */
  public ServerKeys(
      Optional<String> configured, @Nullable String credentialsDirectory, Path directory) {
    this.configured = configured;
    this.credentials = Optional.ofNullable(credentialsDirectory).map(Path::of);
    this.directory = directory;
  }

  /** Returns the key if there is one. */
  public Optional<ServerKey> find() throws StartRefused {
    requireNativeLibrary();
    if (configured.isPresent()) {
      return Optional.of(parse(configured.get(), "NGIT_RELAY_OWNER_NSEC"));
    }
    Optional<ServerKey> credential = fromCredential();
    return credential.isPresent() ? credential : fromFile();
  }

  /** Returns the key; makes one if the data directories are new. */
  public ServerKey findOrMake(DataDirectories data, SecureRandom random) throws StartRefused {
    Optional<ServerKey> found = find();
    if (found.isPresent()) {
      return found.get();
    }
    if (!data.areNew()) {
      throw new StartRefused(
          ("the server's key is missing: %s has data but no %s; put the key back (mode 0600), or set"
                  + " NGIT_RELAY_OWNER_NSEC, or give the server a new identity with 'graspd keys --new'")
              .formatted(directory, FILE));
    }
    return make(random);
  }

  /** Makes a new key and writes its file. */
  public ServerKey make(SecureRandom random) throws StartRefused {
    requireNativeLibrary();
    ServerKey key = ServerKey.generate(random);
    Path file = directory.resolve(FILE);
    try {
      Files.createDirectories(directory);
      write(file, key.nsec() + "\n");
    } catch (IOException e) {
      throw new StartRefused(
          "the key file " + file + " cannot be written: " + FileTrouble.text(e), e);
    }
    return key;
  }

  private Optional<ServerKey> fromCredential() throws StartRefused {
    Optional<Path> file = credentials.map(directory -> directory.resolve(CREDENTIAL));
    if (file.isEmpty()) {
      return Optional.empty();
    }
    Optional<String> text = read(file.get());
    return text.isEmpty()
        ? Optional.empty()
        : Optional.of(parse(text.get(), "the systemd credential " + CREDENTIAL));
  }

  private Optional<ServerKey> fromFile() throws StartRefused {
    Path file = directory.resolve(FILE);
    Optional<String> text = read(file);
    if (text.isEmpty()) {
      return Optional.empty();
    }
    requirePrivate(file);
    return Optional.of(parse(text.get(), "the key file " + file));
  }

  private static Optional<String> read(Path file) throws StartRefused {
    try {
      return Optional.of(Files.readString(file).strip());
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (CharacterCodingException e) {
      return Optional.of("");
    } catch (IOException e) {
      throw new StartRefused("the key in " + file + " cannot be read: " + FileTrouble.text(e), e);
    }
  }

  private static void requirePrivate(Path file) throws StartRefused {
    PosixFileAttributeView view = Files.getFileAttributeView(file, PosixFileAttributeView.class);
    if (view == null) {
      return;
    }
    try {
      Set<PosixFilePermission> mode = view.readAttributes().permissions();
      if (mode.stream().anyMatch(OTHERS::contains)) {
        throw new StartRefused(
            "the key file %s can be used by others (mode %s): run 'chmod 600 %s'"
                .formatted(file, PosixFilePermissions.toString(mode), file));
      }
    } catch (IOException e) {
      throw new StartRefused("the mode of " + file + " cannot be read: " + FileTrouble.text(e), e);
    }
  }

  private static ServerKey parse(String text, String place) throws StartRefused {
    return ServerKey.parse(text)
        .orElseThrow(
            () -> new StartRefused(place + " holds no valid secret key: it must be nsec1…"));
  }

  /** The file exists only with its final mode and content: a crash never leaves half a key. */
  private static void write(Path file, String text) throws IOException {
    Path draft = file.resolveSibling(FILE + ".new");
    Files.deleteIfExists(draft);
    var options = EnumSet.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    var mode = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
    try (FileChannel channel = FileChannel.open(draft, options, mode)) {
      channel.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
      channel.force(true);
    }
    if (Files.exists(file)) {
      Files.delete(draft);
      throw new IOException("it exists already");
    }
    Files.move(draft, file);
    try (FileChannel parent = FileChannel.open(file.toAbsolutePath().getParent())) {
      parent.force(true);
    }
  }

  private static void requireNativeLibrary() throws StartRefused {
    try {
      fr.acinq.secp256k1.Secp256k1.get();
    } catch (RuntimeException | LinkageError e) {
      throw new StartRefused(
          "there is no secp256k1 library for %s on %s in this build: graspd runs on Linux, x86-64 and aarch64"
              .formatted(System.getProperty("os.name"), System.getProperty("os.arch")),
          e);
    }
  }
}
