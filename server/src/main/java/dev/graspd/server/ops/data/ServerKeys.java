package dev.graspd.server.ops.data;

import dev.graspd.server.ops.FileTrouble;
import dev.graspd.server.ops.StartRefused;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds the server's key: in the configuration, the systemd credential, or the key file. Makes a
 * new one only for an empty data directory: users would not recognise a server with a new identity.
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
   * The places to look in.
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

  public Optional<ServerKey> find() throws StartRefused {
    requireNativeLibrary();
    if (configured.isPresent()) {
      ServerKey key = parse(configured.get(), "NGIT_RELAY_OWNER_NSEC");
      return Optional.of(key.from(KeyOrigin.setting()));
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
          ("the server's key is missing: %s has data but no %s; put the key back (mode 0600), or"
                  + " set NGIT_RELAY_OWNER_NSEC, or give the server a new identity with 'graspd keys"
                  + " --new'")
              .formatted(directory, FILE));
    }
    return make(random);
  }

  public ServerKey make(SecureRandom random) throws StartRefused {
    requireNativeLibrary();
    return keep(ServerKey.generate(random)).from(KeyOrigin.made(directory.resolve(FILE)));
  }

  /** Writes a key to the key file. */
  public ServerKey keep(ServerKey key) throws StartRefused {
    Path file = directory.resolve(FILE);
    try {
      Files.createDirectories(directory);
      PrivateFile.write(file, (key.nsec() + "\n").getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new StartRefused(
          "the key file " + file + " cannot be written: " + FileTrouble.text(e), e);
    }
    return key.from(KeyOrigin.file(file));
  }

  /** Reads a key without keeping it. */
  public ServerKey parsed(String text, String place) throws StartRefused {
    requireNativeLibrary();
    return parse(text.strip(), place);
  }

  /**
   * Takes over the key of another server.
   *
   * @param text nsec1… or 64 hex digits
   * @param place where it came from, for a refusal
   * @throws StartRefused if it is no key, or another key is here already
   */
  public ServerKey adopt(String text, String place) throws StartRefused {
    requireNativeLibrary();
    ServerKey key = parse(text.strip(), place);
    requireNoOther(key, place);
    return find().isPresent() ? key : keep(key);
  }

  /**
   * Refuses a key if another one is here.
   *
   * @param place where it came from, for the refusal
   */
  public void requireNoOther(ServerKey key, String place) throws StartRefused {
    Optional<ServerKey> present = find();
    if (present.isPresent() && !present.get().publicKey().equals(key.publicKey())) {
      throw new StartRefused(
          "this server has another key than %s: remove it, or import without that key"
              .formatted(place));
    }
  }

  private Optional<ServerKey> fromCredential() throws StartRefused {
    Optional<Path> file = credentials.map(directory -> directory.resolve(CREDENTIAL));
    if (file.isEmpty()) {
      return Optional.empty();
    }
    Optional<String> text = read(file.get());
    return text.isEmpty()
        ? Optional.empty()
        : Optional.of(
            parse(text.get(), "the systemd credential " + CREDENTIAL)
                .from(KeyOrigin.credential(CREDENTIAL)));
  }

  private Optional<ServerKey> fromFile() throws StartRefused {
    Path file = directory.resolve(FILE);
    Optional<String> text = read(file);
    if (text.isEmpty()) {
      return Optional.empty();
    }
    requirePrivate(file);
    return Optional.of(parse(text.get(), "the key file " + file).from(KeyOrigin.file(file)));
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
