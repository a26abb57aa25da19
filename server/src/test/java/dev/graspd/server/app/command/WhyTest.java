package dev.graspd.server.app.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.server.ops.StartRefused;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WhyTest {
  private static final String HEX = "ab".repeat(32);
  private static final byte[] ID = id();
  private static final String NPUB = Bech32.encode("npub", ID);

  private static byte[] id() {
    byte[] id = new byte[32];
    Arrays.fill(id, (byte) 0xAB);
    return id;
  }

  private static String path(String words) throws StartRefused {
    return Why.path(List.of(words.split(" ", -1)));
  }

  @Test
  void eventsAreNamedInAnyUsualWay() throws StartRefused {
    assertThat(path(HEX)).isEqualTo(HEX);
    assertThat(path(Bech32.encode("note", ID))).isEqualTo(HEX);
    assertThat(path("nostr:" + Bech32.encode("note", ID))).isEqualTo(HEX);
    assertThat(path(nevent())).hasSize(64).isEqualTo(HEX);
  }

  /** A relay, the id, and an author, as clients write it: longer than other Bech32. */
  private static String nevent() {
    ByteArrayOutputStream data = new ByteArrayOutputStream();
    byte[] relay = "wss://relay.example.org".getBytes(StandardCharsets.UTF_8);
    data.write(1);
    data.write(relay.length);
    data.writeBytes(relay);
    data.write(0);
    data.write(32);
    data.writeBytes(ID);
    data.write(2);
    data.write(32);
    data.writeBytes(new byte[32]);
    return Bech32.encode("nevent", data.toByteArray());
  }

  @ParameterizedTest
  @CsvSource({
    "%/tool/refs/heads/main, %/tool/refs/heads/main",
    "%/tool.git/refs/tags/v1, %/tool/refs/tags/v1",
    "%/tool main, %/tool/refs/heads/main",
    "%/tool/feature/one, %/tool/refs/heads/feature/one",
    "%/a?b refs/heads/x#y, %/a%3Fb/refs/heads/x%23y",
  })
  void refsAreNamedWithTheirRepository(String words, String path) throws StartRefused {
    assertThat(path(words.replace("%/", NPUB + "/"))).isEqualTo(path.replace("%/", NPUB + "/"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "main", "abcd", "npub1wrong/tool main", "note1wrong"})
  void whatIsNeitherIsRefused(String words) {
    assertThatThrownBy(() -> path(words)).isInstanceOf(StartRefused.class);
  }

  @Test
  void truncatedNeventsAreRefused() {
    String cut = Bech32.encode("nevent", new byte[] {0, 32, 1, 2});
    assertThatThrownBy(() -> path(cut)).isInstanceOf(StartRefused.class);
    assertThatThrownBy(() -> path(Bech32.encode("nevent", new byte[] {0})))
        .isInstanceOf(StartRefused.class);
  }
}
