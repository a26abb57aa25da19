package dev.graspd.server.ops.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.nostr.UnsignedEvent;
import dev.graspd.server.gate.Secp256k1Verifier;
import dev.graspd.server.ops.StartRefused;
import dev.graspd.server.ops.config.Backend;
import dev.graspd.server.ops.config.Config;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServerKeysTest {
  /** The example of NIP-19. */
  private static final String NSEC =
      "nsec1vl029mgpspedva04g90vltkh6fvh240zqtv9k0t9af8935ke9laqsnlfe5";

  private static final PublicKey PUBLIC =
      PublicKey.parse("7e7e9c42a91bfef19fa929e5fda1b72e0ebc1a4c1141673e2794234d86addf4e");
  private static final String HEX =
      "67dea2ed018072d675f5415ecfaed7d2597555e202d85b3d65ea4e58d2d92ffa";

  private final SecureRandom random = new SecureRandom();

  @TempDir Path root;
  private Path relay;

  @BeforeEach
  void directories() {
    relay = root.resolve("relay");
  }

  @Test
  void configuredKeyWins() throws Exception {
    writeKeyFile("nsec1garbage", "rw-r--r--");
    assertThat(keys(Optional.of(NSEC)).find().orElseThrow().publicKey()).isEqualTo(PUBLIC);
    assertThat(keys(Optional.of(HEX)).find().orElseThrow().publicKey()).isEqualTo(PUBLIC);
    assertThat(keys(Optional.of(HEX)).find().orElseThrow().origin())
        .isEqualTo(new KeyOrigin(KeyOrigin.Kind.ENVIRONMENT, "NGIT_RELAY_OWNER_NSEC"));
  }

  @Test
  void systemdCredentialComesBeforeTheFile() throws Exception {
    writeKeyFile("nsec1garbage", "rw-r--r--");
    Files.writeString(root.resolve("relay_owner_nsec"), NSEC + "\n");
    var keys = new ServerKeys(Optional.empty(), root.toString(), relay);
    ServerKey key = keys.find().orElseThrow();
    assertThat(key.publicKey()).isEqualTo(PUBLIC);
    assertThat(key.origin().kind()).isEqualTo(KeyOrigin.Kind.CREDENTIAL);
  }

  @Test
  void emptyCredentialsDirectoryFallsBackToTheFile() throws Exception {
    writeKeyFile(NSEC + "\n", "rw-------");
    var keys = new ServerKeys(Optional.empty(), root.toString(), relay);
    assertThat(keys.find().orElseThrow().publicKey()).isEqualTo(PUBLIC);
  }

  @Test
  void firstStartOnEmptyDirectoriesMakesAKeyThatStays() throws Exception {
    ServerKey made;
    try (DataDirectories data = open()) {
      made = keys(Optional.empty()).findOrMake(data, random);
    }
    Path file = relay.resolve("relay-owner.nsec");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    assertThat(made.origin())
        .isEqualTo(new KeyOrigin(KeyOrigin.Kind.NEW, "the file " + file + ", made now"));
    try (DataDirectories data = open()) {
      ServerKey again = keys(Optional.empty()).findOrMake(data, random);
      assertThat(again.publicKey()).isEqualTo(made.publicKey());
      assertThat(again.origin()).isEqualTo(new KeyOrigin(KeyOrigin.Kind.FILE, "the file " + file));
    }
  }

  @Test
  void keyIsNeverMadeWhereDataExists() throws Exception {
    Files.createDirectories(relay);
    Files.writeString(relay.resolve("lock"), "graspd\n");
    Files.writeString(relay.resolve("data.mdb"), "x");
    try (DataDirectories data = open()) {
      assertThatThrownBy(() -> keys(Optional.empty()).findOrMake(data, random))
          .isInstanceOf(StartRefused.class)
          .hasMessageContaining("the server's key is missing")
          .hasMessageContaining("graspd keys --new");
    }
    assertThat(relay.resolve("relay-owner.nsec")).doesNotExist();
  }

  @Test
  void keyIsNeverMadeWhereRepositoriesExist() throws Exception {
    Files.createDirectories(root.resolve("git").resolve("families"));
    try (DataDirectories data = open()) {
      assertThatThrownBy(() -> keys(Optional.empty()).findOrMake(data, random))
          .hasMessageContaining("the server's key is missing");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"rw-r-----", "rw----r--", "rw--w----", "rwx--x---"})
  void keyFileForOthersStopsTheStart(String mode) throws Exception {
    writeKeyFile(NSEC, mode);
    assertThatThrownBy(() -> keys(Optional.empty()).find())
        .isInstanceOf(StartRefused.class)
        .hasMessageContaining(mode)
        .hasMessageContaining("chmod 600")
        .satisfies(e -> assertThat(e.getMessage()).doesNotContain(NSEC));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "nsec1",
        "npub10elfcs4fr0l0r8af98jlmgdh9c8tcxjvz9qkw038js35mp4dma8qzvjptg",
        "nsec1vl029mgpspedva04g90vltkh6fvh240zqtv9k0t9af8935ke9laqsnlfe6",
        "0000000000000000000000000000000000000000000000000000000000000000",
        "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff"
      })
  void badContentStopsTheStartAndIsNotShown(String text) throws Exception {
    writeKeyFile(text, "rw-------");
    assertThatThrownBy(() -> keys(Optional.empty()).find())
        .isInstanceOf(StartRefused.class)
        .hasMessageEndingWith("holds no valid secret key: it must be nsec1…");
  }

  @Test
  void newKeyDoesNotReplaceAnOldOne() throws Exception {
    writeKeyFile(NSEC, "rw-------");
    assertThatThrownBy(() -> keys(Optional.empty()).make(random))
        .isInstanceOf(StartRefused.class)
        .hasMessageContaining("exists already");
    assertThat(keys(Optional.empty()).find().orElseThrow().publicKey()).isEqualTo(PUBLIC);
  }

  @Test
  void signedEventVerifies() throws Exception {
    ServerKey key = keys(Optional.of(NSEC)).find().orElseThrow();
    Event event = key.sign(new UnsignedEvent(key.publicKey(), 1, 1, List.of(), "hello"), random);
    assertThat(new Secp256k1Verifier().verify(event)).isTrue();
    assertThat(key.toString()).startsWith("npub1").doesNotContain("nsec1");
  }

  private ServerKeys keys(Optional<String> configured) {
    return new ServerKeys(configured, null, relay);
  }

  private DataDirectories open() throws StartRefused {
    return DataDirectories.open(new Config.Data(relay, root.resolve("git"), Backend.LMDB, 0));
  }

  private void writeKeyFile(String text, String mode) throws IOException {
    Files.createDirectories(relay);
    Path file = Files.writeString(relay.resolve("relay-owner.nsec"), text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
  }
}
