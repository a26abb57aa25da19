package dev.graspd.core.nostr.refusal;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Address;
import dev.graspd.core.nostr.DeletionRequest;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.EventParser;
import dev.graspd.core.nostr.Filter;
import dev.graspd.core.nostr.ProofOfWork;
import dev.graspd.core.nostr.Tag;
import dev.graspd.core.nostr.TagMatcher;
import dev.graspd.core.nostr.UnsignedEvent;
import dev.graspd.core.nostr.message.RelayMessage;
import dev.graspd.core.nostr.text.Json;
import dev.graspd.core.nostr.text.Utf8;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import tools.jackson.core.JsonParser;

/** What has to hold for everything that a parser lets through, and for everything it refuses. */
public final class Soundness {
  private static final int MESSAGE_CHARACTERS_MAX = 300;

  private Soundness() {}

  public static void check(Event event) {
    Event again = EventParser.parseStored(event.json());
    assertThat(again.json()).isEqualTo(event.json());
    assertThat(again.body()).isEqualTo(event.body());
    assertThat(again.id()).isEqualTo(event.id());
    assertThat(event.body().id()).isEqualTo(canonicalId(event.body()));
    assertThat(event.body().hasId(event.body().id())).isTrue();
    event.address().ifPresent(Soundness::check);
    event.tags().stream().filter(Tag::isIndexed).forEach(tag -> check(event, tag));
    assertThat(event.expiration()).isEqualTo(again.expiration());
    assertThat(DeletionRequest.of(event)).isEqualTo(DeletionRequest.of(again));
    assertThat(ProofOfWork.tooLow(event, 257)).isPresent();
  }

  /** The text of an event has the same fields as the event. */
  private static void check(Event event, Tag tag) {
    for (String value : List.of(tag.value(), tag.name(), "")) {
      Filter filter = Filter.builder().tag(tag.letter(), List.of(value)).build();
      assertThat(TagMatcher.of(filter.tags()).matches(ByteBuffer.wrap(event.json()), 0))
          .isEqualTo(filter.matches(event));
    }
  }

  public static void check(Address address) {
    assertThat(Address.parse(address.toString())).contains(address);
  }

  /** A refusal is one short line that starts with the word that clients look for. */
  public static void check(Refusal refusal) {
    String message = refusal.message();
    assertThat(message).startsWith(refusal.reason().prefix().word() + ": ");
    assertThat(message).hasSizeLessThan(MESSAGE_CHARACTERS_MAX);
    assertThat(US_ASCII.newEncoder().canEncode(message)).isTrue();
    assertThat(message.chars()).allMatch(c -> c >= 0x20);
  }

  /** An answer is well-formed JSON in well-formed UTF-8. */
  public static void check(RelayMessage answer) {
    assertThat(Utf8.isValid(answer.json())).isTrue();
    try (JsonParser json = Json.open(answer.json())) {
      json.nextToken();
      json.skipChildren();
      assertThat(json.nextToken()).isNull();
    }
  }

  /** NIP-01 once more, in the plainest way. */
  private static EventId canonicalId(UnsignedEvent event) {
    StringBuilder text = new StringBuilder("[0,\"").append(event.author().hex()).append("\",");
    text.append(event.createdAt()).append(',').append(event.kind()).append(",[");
    for (int i = 0; i < event.tags().size(); i++) {
      text.append(i == 0 ? "[" : ",[");
      String comma = "";
      for (String item : event.tags().get(i).items()) {
        text.append(comma).append(quoted(item));
        comma = ",";
      }
      text.append(']');
    }
    text.append("],").append(quoted(event.content())).append(']');
    return EventId.of(sha256(text.toString()), 0);
  }

  private static String quoted(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      quoted.append(
          switch (c) {
            case '\n' -> "\\n";
            case '"' -> "\\\"";
            case '\\' -> "\\\\";
            case '\r' -> "\\r";
            case '\t' -> "\\t";
            case '\b' -> "\\b";
            case '\f' -> "\\f";
            default -> c < 0x20 ? "\\u%04x".formatted((int) c) : String.valueOf(c);
          });
    }
    return quoted.append('"').toString();
  }

  private static byte[] sha256(String text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
