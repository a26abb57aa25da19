package dev.graspd.core.nostr;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/**
 * Words that name something of Nostr (NIP-19): {@code note1…}, {@code nevent1…}, {@code naddr1…}
 * and {@code nprofile1…}. The relays that they may suggest are not read.
 */
public final class Nip19 {
  /** NIP-19 advises to read no longer words. */
  private static final int CHARS_MAX = 5_000;

  private static final int KEY_BYTES = 32;
  private static final int KIND_BYTES = 4;
  private static final int VALUE_BYTES_MAX = 255;
  private static final int SPECIAL = 0;
  private static final int RELAY = 1;
  private static final int AUTHOR = 2;
  private static final int KIND = 3;

  private Nip19() {}

  /** What a word names. */
  public sealed interface Named {
    record OfEvent(EventId id) implements Named {}

    record OfAddress(Address address) implements Named {}

    record OfPerson(PublicKey key) implements Named {}
  }

  /** Reads a word; empty if it is none of these. */
  public static Optional<Named> parse(String word) {
    return Bech32.decode(word, CHARS_MAX)
        .flatMap(decoded ->
            switch (decoded.prefix()) {
              case "note" -> event(Optional.of(decoded.data()));
              case "nevent" -> event(value(decoded.data(), SPECIAL));
              case "nprofile" -> key(value(decoded.data(), SPECIAL)).map(Named.OfPerson::new);
              case "naddr" -> address(decoded.data()).map(Named.OfAddress::new);
              default -> Optional.empty();
            });
  }

  /**
   * Writes the name of an event.
   *
   * @param relay where it can be found; left out if it is longer than a name can say
   */
  public static String nevent(EventHead event, String relay) {
    ByteArrayOutputStream list = new ByteArrayOutputStream();
    put(list, SPECIAL, event.id().bytes());
    byte[] url = relay.getBytes(StandardCharsets.UTF_8);
    if (url.length <= VALUE_BYTES_MAX) {
      put(list, RELAY, url);
    }
    put(list, AUTHOR, event.author().bytes());
    put(list, KIND, ByteBuffer.allocate(KIND_BYTES).putInt(event.kind()).array());
    return Bech32.encode("nevent", list.toByteArray());
  }

  private static void put(ByteArrayOutputStream list, int type, byte[] value) {
    list.write(type);
    list.write(value.length);
    list.writeBytes(value);
  }

  private static Optional<Named> event(Optional<byte[]> id) {
    return id.filter(bytes -> bytes.length == KEY_BYTES)
        .map(bytes -> new Named.OfEvent(EventId.of(bytes, 0)));
  }

  private static Optional<PublicKey> key(Optional<byte[]> key) {
    return key.filter(bytes -> bytes.length == KEY_BYTES).map(bytes -> PublicKey.of(bytes, 0));
  }

  private static Optional<Address> address(byte[] list) {
    Optional<Integer> kind =
        value(list, KIND)
            .filter(bytes -> bytes.length == KIND_BYTES)
            .map(bytes -> ByteBuffer.wrap(bytes).getInt())
            .filter(number -> number >= 0 && number <= Kinds.MAX);
    Optional<PublicKey> author = key(value(list, AUTHOR));
    Optional<String> identifier = value(list, SPECIAL).flatMap(Nip19::text);
    return kind.isEmpty() || author.isEmpty() || identifier.isEmpty()
        ? Optional.empty()
        : Optional.of(new Address(kind.get(), author.get(), identifier.get()));
  }

  private static Optional<String> text(byte[] bytes) {
    try {
      return Optional.of(
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
    } catch (CharacterCodingException _) {
      return Optional.empty();
    }
  }

  /** Returns the first value of a type in a list of type, length and value. */
  private static Optional<byte[]> value(byte[] list, int type) {
    int at = 0;
    while (at + 2 <= list.length) {
      int end = at + 2 + (list[at + 1] & 0xff);
      if (end > list.length) {
        return Optional.empty();
      }
      if (list[at] == type) {
        return Optional.of(Arrays.copyOfRange(list, at + 2, end));
      }
      at = end;
    }
    return Optional.empty();
  }
}
