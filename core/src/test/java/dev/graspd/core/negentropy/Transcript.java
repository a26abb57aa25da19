package dev.graspd.core.negentropy;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.text.Hex;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * A session recorded from the reference implementation: two sets given by formula, and every
 * message as hex or as the SHA-256 of its hex text. The first two lines of the file explain it.
 */
record Transcript(SortedMap<String, String> fields, SortedMap<String, List<String>> lists) {
  private static final long FIRST_CREATED_AT = 1_700_000_000;

  /** All recorded sessions. */
  static List<Transcript> all() {
    return lines().stream()
        .filter(line -> !line.startsWith("#") && !line.isBlank())
        .map(Transcript::parse)
        .toList();
  }

  String name() {
    return text("name");
  }

  ItemSet items(String side) {
    List<Item> items =
        IntStream.range(0, number("count"))
            .filter(i -> holds(side, i))
            .mapToObj(this::item)
            .toList();
    return SummarySet.of(items).snapshot();
  }

  FrameLimit frameLimit(String side) {
    int bytes = number("frame" + side);
    return bytes == 0 ? FrameLimit.NONE : new FrameLimit(bytes);
  }

  int rounds() {
    return number("rounds");
  }

  int count(String list) {
    return number(list);
  }

  String hash(String list) {
    return text(list + "Sha256");
  }

  int messages() {
    return (hashed() ? lists.get("messagesSha256") : lists.get("messages")).size();
  }

  /** What a message has to look like in this transcript: its hex, or the hash of it. */
  String expected(int index) {
    return (hashed() ? lists.get("messagesSha256") : lists.get("messages")).get(index);
  }

  /** Brings a message into the form of {@link #expected}. */
  String form(Message message) {
    String hex = message.hex();
    return hashed() ? sha256(hex) : hex;
  }

  static String sha256(String text) {
    return Hex.encode(digest(text));
  }

  private boolean hashed() {
    return lists.containsKey("messagesSha256");
  }

  private Item item(int i) {
    long createdAt = FIRST_CREATED_AT + i / number("perSecond");
    return new Item(createdAt, EventId.of(digest(name() + ":" + i), 0));
  }

  private boolean holds(String side, int i) {
    String whole = side.toLowerCase(Locale.ROOT);
    if (fields.containsKey(whole)) {
      return !fields.get(whole).equals("none");
    }
    int mod = number(whole + ".mod");
    return mod == 0 || i % mod != number(whole + ".drop");
  }

  private String text(String field) {
    return Objects.requireNonNull(fields.get(field), field);
  }

  private int number(String field) {
    return Integer.parseInt(text(field));
  }

  private static byte[] digest(String text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static List<String> lines() {
    try (InputStream in = Transcript.class.getResourceAsStream("/negentropy/negentropy-v1.jsonl")) {
      return new String(in.readAllBytes(), UTF_8).lines().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Transcript parse(String line) {
    Transcript transcript = new Transcript(new TreeMap<>(), new TreeMap<>());
    try (JsonParser json = new JsonFactory().createParser(ObjectReadContext.empty(), line)) {
      json.nextToken();
      transcript.readObject(json, "");
    }
    return transcript;
  }

  private void readObject(JsonParser json, String prefix) {
    while (json.nextToken() != JsonToken.END_OBJECT) {
      String name = prefix + json.currentName();
      switch (json.nextToken()) {
        case START_OBJECT -> readObject(json, name + ".");
        case START_ARRAY -> lists.put(name, readArray(json));
        default -> fields.put(name, json.getString());
      }
    }
  }

  private static List<String> readArray(JsonParser json) {
    List<String> values = new ArrayList<>();
    while (json.nextToken() != JsonToken.END_ARRAY) {
      values.add(json.getString());
    }
    return values;
  }
}
