package dev.graspd.core.nostr;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Nip19.Named;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class Nip19Test {
  private static final String HEX =
      "3bf0c63fcb93463407af97a5e5ee64fa883d107ef9e558472c4eb9aaaefa459d";
  private static final byte[] BYTES = HexFormat.of().parseHex(HEX);
  private static final byte[] RELAY = "wss://relay.example".getBytes(StandardCharsets.UTF_8);
  private static final byte[] NAME = "tööl".getBytes(StandardCharsets.UTF_8);

  private record Field(int type, byte[] value) {}

  private static String word(String prefix, Field... fields) {
    ByteArrayOutputStream list = new ByteArrayOutputStream();
    for (Field field : fields) {
      list.write(field.type);
      list.write(field.value.length);
      list.writeBytes(field.value);
    }
    return Bech32.encode(prefix, list.toByteArray());
  }

  private static byte[] kind(int kind) {
    return new byte[] {(byte) (kind >> 24), (byte) (kind >> 16), (byte) (kind >> 8), (byte) kind};
  }

  /** The example of NIP-19 itself. */
  @Test
  void exampleOfTheSpecificationIsRead() {
    assertThat(
            Nip19.parse(
                "nprofile1qqsrhuxx8l9ex335q7he0f09aej04zpazpl0ne2cgukyawd24mayt8gpp4mhxue69uhhytnc9e3k7m"
                    + "gpz4mhxue69uhkg6nzv9ejuumpv34kytnrdaksjlyr9p"))
        .hasValue(new Named.OfPerson(PublicKey.parse(HEX)));
  }

  @Test
  void eachWordNamesWhatItSays() {
    assertThat(Nip19.parse(Bech32.encode("note", BYTES)))
        .hasValue(new Named.OfEvent(EventId.parse(HEX)));
    assertThat(Nip19.parse(word("nevent", new Field(1, RELAY), new Field(0, BYTES))))
        .hasValue(new Named.OfEvent(EventId.parse(HEX)));
    assertThat(
            Nip19.parse(
                word(
                    "naddr",
                    new Field(0, NAME),
                    new Field(1, RELAY),
                    new Field(9, RELAY),
                    new Field(2, BYTES),
                    new Field(3, kind(30_617)))))
        .hasValue(new Named.OfAddress(new Address(30_617, PublicKey.parse(HEX), "tööl")));
  }

  @Test
  void whatIsCutOrMissesAPartNamesNothing() {
    List<String> words =
        List.of(
            "",
            "note1",
            Bech32.npub(PublicKey.parse(HEX)),
            Bech32.encode("note", new byte[31]),
            word("nevent", new Field(1, RELAY)),
            word("nevent", new Field(0, new byte[31])),
            Bech32.encode("nevent", new byte[] {0, 32, 1, 2}),
            Bech32.encode("nprofile", new byte[] {0}),
            word("naddr", new Field(0, NAME), new Field(2, BYTES)),
            word("naddr", new Field(0, NAME), new Field(3, kind(30_617))),
            word("naddr", new Field(0, NAME), new Field(2, BYTES), new Field(3, kind(-1))),
            word("naddr", new Field(0, NAME), new Field(2, BYTES), new Field(3, kind(65_536))),
            word("naddr", new Field(0, NAME), new Field(2, BYTES), new Field(3, new byte[2])),
            word(
                "naddr",
                new Field(0, new byte[] {-1}),
                new Field(2, BYTES),
                new Field(3, kind(1))));
    for (String word : words) {
      assertThat(Nip19.parse(word)).as(word).isEmpty();
    }
  }

  @Test
  void eventIsNamedWithItsRelay() {
    EventHead head =
        new EventHead(
            EventId.parse("4f".repeat(32)),
            PublicKey.parse("0e".repeat(32)),
            1621,
            5,
            Optional.empty());
    String name = Nip19.nevent(head, "wss://example.org");
    assertThat(name).startsWith("nevent1");
    assertThat(Nip19.parse(name)).hasValue(new Named.OfEvent(head.id()));
    byte[] list = Bech32.decode(name, 5_000).orElseThrow().data();
    assertThat(new String(list, ISO_8859_1)).contains("\1\21wss://example.org");
    assertThat(Nip19.parse(Nip19.nevent(head, "wss://" + "x".repeat(300))))
        .hasValue(new Named.OfEvent(head.id()));
  }
}
