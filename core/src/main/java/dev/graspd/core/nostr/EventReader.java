package dev.graspd.core.nostr;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * Reads one event object. Goes on after a fault, so that the id is known and the refusal can name
 * the event; only the first fault is told.
 */
final class EventReader {
  private static final int TAG_ITEMS_MAX = 20_000;

  private final JsonParser json;
  private final int tagsMax;

  private @Nullable EventId id;
  private @Nullable PublicKey author;
  private @Nullable Long createdAt;
  private @Nullable Integer kind;
  private @Nullable List<Tag> tags;
  private @Nullable String content;
  private @Nullable Signature signature;
  private @Nullable Refusal fault;
  private int fieldsSeen;

  EventReader(JsonParser json, int tagsMax) {
    this.json = json;
    this.tagsMax = tagsMax;
  }

  /** Returns the id as soon as a well-formed one was read. */
  @Nullable EventId id() {
    return id;
  }

  /** Reads from the opening brace to the closing one. */
  Event read() throws MalformedException {
    while (json.nextToken() == JsonToken.PROPERTY_NAME) {
      String name = json.currentName();
      JsonToken value = json.nextToken();
      try {
        field(name, value);
      } catch (MalformedException e) {
        note(e.refusal());
        json.skipChildren();
      }
    }
    return complete();
  }

  private void note(Refusal refusal) {
    if (fault == null) {
      fault = refusal;
    }
  }

  private void field(String name, JsonToken value) throws MalformedException {
    switch (name) {
      case "id" -> {
        once(0, name);
        id = EventId.parse(hex(name, value, 64));
      }
      case "pubkey" -> {
        once(1, name);
        author = PublicKey.parse(hex(name, value, 64));
      }
      case "created_at" -> {
        once(2, name);
        createdAt = number(name, value, Long.MAX_VALUE);
      }
      case "kind" -> {
        once(3, name);
        kind = (int) number(name, value, Kinds.MAX);
      }
      case "tags" -> {
        once(4, name);
        tags = tags(value);
      }
      case "content" -> {
        once(5, name);
        content = string(name, value);
      }
      case "sig" -> {
        once(6, name);
        signature = Signature.parse(hex(name, value, 128));
      }
      default -> json.skipChildren();
    }
  }

  private void once(int field, String name) throws MalformedException {
    if ((fieldsSeen & 1 << field) != 0) {
      throw malformed(name + " appears twice");
    }
    fieldsSeen |= 1 << field;
  }

  private Event complete() throws MalformedException {
    if (fault != null) {
      throw new MalformedException(fault);
    }
    if (id == null) {
      throw malformed("id is missing");
    } else if (author == null) {
      throw malformed("pubkey is missing");
    } else if (createdAt == null) {
      throw malformed("created_at is missing");
    } else if (kind == null) {
      throw malformed("kind is missing");
    } else if (tags == null) {
      throw malformed("tags is missing");
    } else if (content == null) {
      throw malformed("content is missing");
    } else if (signature == null) {
      throw malformed("sig is missing");
    }
    return new UnsignedEvent(author, createdAt, kind, tags, content).signed(id, signature);
  }

  private List<Tag> tags(JsonToken start) throws MalformedException {
    if (start != JsonToken.START_ARRAY) {
      throw malformed("tags is not an array");
    }
    List<Tag> read = new ArrayList<>();
    Refusal first = null;
    JsonToken token;
    while ((token = json.nextToken()) != JsonToken.END_ARRAY) {
      // A fault in one tag must not leave the parser inside it: read on to the end of the list.
      try {
        Tag tag = tag(token);
        if (read.size() < tagsMax) {
          read.add(tag);
        } else if (first == null) {
          first = Reason.TOO_MANY_TAGS.refusal("the limit is " + tagsMax);
        }
      } catch (MalformedException e) {
        first = first == null ? e.refusal() : first;
      }
    }
    if (first != null) {
      throw new MalformedException(first);
    }
    return read;
  }

  private Tag tag(JsonToken start) throws MalformedException {
    if (start != JsonToken.START_ARRAY) {
      json.skipChildren();
      throw malformed("a tag is not an array");
    }
    List<String> items = new ArrayList<>(4);
    Refusal first = null;
    JsonToken token;
    while ((token = json.nextToken()) != JsonToken.END_ARRAY) {
      try {
        items.add(string("a tag element", token));
        if (items.size() > TAG_ITEMS_MAX) {
          throw malformed("a tag has more than " + TAG_ITEMS_MAX + " elements");
        }
      } catch (MalformedException e) {
        json.skipChildren();
        items.clear();
        first = first == null ? e.refusal() : first;
      }
    }
    if (first != null) {
      throw new MalformedException(first);
    }
    if (items.isEmpty()) {
      throw malformed("a tag is empty");
    }
    return new Tag(items);
  }

  private String string(String what, JsonToken token) throws MalformedException {
    if (token != JsonToken.VALUE_STRING) {
      throw malformed(what + " is not a string");
    }
    String text = json.getString();
    if (!Utf8.hasUtf8Form(text)) {
      throw malformed(what + " has an unpaired surrogate");
    }
    return text;
  }

  private String hex(String name, JsonToken token, int digits) throws MalformedException {
    if (token != JsonToken.VALUE_STRING || !Hex.isLowerHex(json.getString(), digits)) {
      throw malformed(name + " is not " + digits + " lower-case hex digits");
    }
    return json.getString();
  }

  private long number(String name, JsonToken token, long max) throws MalformedException {
    if (token != JsonToken.VALUE_NUMBER_INT
        || json.getNumberType() == JsonParser.NumberType.BIG_INTEGER) {
      throw malformed(name + " is not a whole number");
    }
    long value = json.getLongValue();
    if (value < 0 || value > max) {
      throw malformed(name + " is out of range");
    }
    return value;
  }

  private static MalformedException malformed(String detail) {
    return new MalformedException(Reason.MALFORMED_EVENT.refusal(detail));
  }
}
