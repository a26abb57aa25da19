package dev.graspd.server.ops.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.graspd.server.charge.AddressSeal;
import dev.graspd.server.charge.Payer;
import dev.graspd.server.ops.StartRefused;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AddressKeyTest {
  @TempDir Path relay;

  private final SecureRandom random = new SecureRandom();

  @Test
  void anAddressHasTheSameNumberAfterARestartAndAnotherInAnotherDirectory(@TempDir Path other)
      throws Exception {
    Payer payer = Payer.of(InetAddress.getByName("203.0.113.7"));

    long first = AddressKey.open(relay, random).of(payer);

    assertThat(AddressKey.open(relay, random).of(payer)).isEqualTo(first);
    assertThat(AddressKey.open(other, random).of(payer)).isNotEqualTo(first);
    assertThat(first).isNotEqualTo(AddressSeal.NOBODY);
  }

  @Test
  void theKeyIsForItsOwnerAlone() throws Exception {
    AddressSeal _ = AddressKey.open(relay, random);

    Path file = relay.resolve(AddressKey.FILE);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    assertThat(Files.size(file)).isEqualTo(AddressSeal.KEY_BYTES);
    assertThat(relay.resolve(AddressKey.FILE + ".new")).doesNotExist();
  }

  @Test
  void aDamagedKeyIsRefusedByName() throws Exception {
    Files.write(relay.resolve(AddressKey.FILE), new byte[] {1, 2, 3});

    assertThatThrownBy(() -> AddressKey.open(relay, random))
        .isInstanceOf(StartRefused.class)
        .hasMessageContaining("address.key has 3 bytes, not 32: remove it");
  }
}
