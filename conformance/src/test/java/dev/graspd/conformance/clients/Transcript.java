package dev.graspd.conformance.clients;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventParser;
import dev.graspd.core.nostr.Signature;
import dev.graspd.testkit.RawWebSocket;
import dev.graspd.testkit.Signer;
import dev.graspd.testkit.client.JsonTree;
import dev.graspd.testkit.client.Texts;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Replays a written session: {@code >} is sent, {@code <} must come next, in this order. The files
 * explain themselves; {@code transcripts/README.md} has the rules.
 */
final class Transcript implements AutoCloseable {
  private static final Pattern LINE = Pattern.compile("([a-z0-9]*)([<>]) (.*)");
  private static final Pattern SIGNING = Pattern.compile("([a-z0-9-]+) = ([a-z]+) (\\{.*)");
  private static final Pattern PLACEHOLDER = Pattern.compile("\\{([a-z][a-z0-9-]*(?:\\.id)?)}");
  private static final Pattern CAPTURE = Pattern.compile("\\{([a-z]+)\\?}");
  private static final String NO_ID = "0".repeat(64);

  private final URI relay;
  private final Supplier<Signer> newKey;
  private final SortedMap<String, String> values = new TreeMap<>();
  private final SortedMap<String, Signer> keys = new TreeMap<>();
  private final SortedMap<String, RawWebSocket> connections = new TreeMap<>();

  Transcript(URI relay, Supplier<Signer> newKey) {
    this.relay = relay;
    this.newKey = newKey;
    values.put("url", relay.toString());
    values.put("now", Long.toString(Instant.now().getEpochSecond()));
  }

  /** Plays the lines; the first one that does not fit is an {@link AssertionError}. */
  void replay(List<String> lines) {
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      if (line.isEmpty() || line.startsWith("#")) {
        continue;
      }
      try {
        play(line);
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError("line " + (i + 1) + ", " + line + ": " + e.getMessage(), e);
      }
    }
  }

  private void play(String line) {
    Matcher message = LINE.matcher(line);
    Matcher signing = SIGNING.matcher(line);
    if (message.matches()) {
      RawWebSocket connection =
          connections.computeIfAbsent(message.group(1), _ -> RawWebSocket.connect(relay));
      if (message.group(2).equals(">")) {
        connection.sendText(filled(message.group(3)));
      } else {
        expect(JsonTree.parse(filled(message.group(3))), connection.receiveText());
      }
    } else if (signing.matches()) {
      sign(signing.group(1), key(signing.group(2)), filled(signing.group(3)));
    } else {
      throw new AssertionError("cannot be read");
    }
  }

  // ---- values

  private Signer key(String name) {
    return keys.computeIfAbsent(name, _ -> newKey.get());
  }

  private void sign(String name, Signer author, String fields) {
    String text =
        fields.substring(0, fields.lastIndexOf('}'))
            + Texts.json(
                ",'pubkey':'%s','id':'%s','sig':'%s'}",
                author, NO_ID, "0".repeat(2 * Signature.BYTES));
    Event draft = EventParser.parseStored(text.getBytes(StandardCharsets.UTF_8));
    Event event = author.sign(draft.body());
    values.put(name, Texts.jsonOf(event));
    values.put(name + ".id", event.id().hex());
  }

  private String filled(String text) {
    return PLACEHOLDER
        .matcher(text)
        .replaceAll(found -> Matcher.quoteReplacement(valueOf(found.group(1))));
  }

  /** A name that nothing has defined is a person. */
  private String valueOf(String name) {
    String value = values.get(name);
    return value == null ? key(name).publicKey().hex() : value;
  }

  // ---- comparing

  private void expect(@Nullable Object expected, String received) {
    if (!fits(expected, JsonTree.parse(received))) {
      throw new AssertionError("the relay said " + received);
    }
  }

  private boolean fits(@Nullable Object expected, @Nullable Object actual) {
    return switch (expected) {
      case String text -> actual instanceof String other && fits(text, other);
      case List<?> list -> actual instanceof List<?> other && fits(list, other);
      case Map<?, ?> map ->
          actual instanceof Map<?, ?> other
              && map.keySet().equals(other.keySet())
              && map.keySet().stream().allMatch(key -> fits(map.get(key), other.get(key)));
      case null -> actual == null;
      default -> expected.equals(actual);
    };
  }

  private boolean fits(List<?> expected, List<?> actual) {
    Iterator<?> others = actual.iterator();
    return expected.size() == actual.size()
        && expected.stream().allMatch(element -> fits(element, others.next()));
  }

  private boolean fits(String expected, String actual) {
    Matcher capture = CAPTURE.matcher(expected);
    if (capture.matches()) {
      values.put(capture.group(1), actual);
      return true;
    }
    return expected.endsWith("...")
        ? actual.startsWith(expected.substring(0, expected.length() - 3))
        : expected.equals(actual);
  }

  @Override
  public void close() {
    connections.values().forEach(RawWebSocket::close);
  }
}
