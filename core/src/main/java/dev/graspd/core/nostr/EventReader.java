package dev.graspd.core.nostr;

import dev.graspd.core.nostr.refusal.EventReason;
import dev.graspd.core.nostr.refusal.MalformedException;
import dev.graspd.core.nostr.refusal.Refusal;
import dev.graspd.core.nostr.text.Hex;
import dev.graspd.core.nostr.text.Utf8;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * Reads one event object. Continues after a fault, so that the id is known and the refusal can name
 * the event; only the first fault is reported.
 */
public final class EventReader {
  private final JsonParser json;
  private final TagLimits limits;

  private @Nullable EventId id;
  private @Nullable PublicKey author;
  private @Nullable Long createdAt;
  private @Nullable Integer kind;
  private @Nullable List<Tag> tags;
  private @Nullable String content;
  private @Nullable Signature signature;
  private @Nullable Refusal fault;
  private int fieldsSeen;
  private int tagItems;

  public EventReader(JsonParser json, TagLimits limits) {
    this.json = json;
    this.limits = limits;
  }

  /** Returns the id as soon as a well-formed one was read. */
  public @Nullable EventId id() {
    return id;
  }

  /** Reads from the opening brace to the closing one. */
  public Event read() throws MalformedException {
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
    if (kind != null && tagItems > limits.itemsOf(kind)) {
      throw new MalformedException(tooManyItems(limits.itemsOf(kind)));
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
        if (read.size() == limits.tags()) {
          throw new MalformedException(
              EventReason.TOO_MANY_TAGS.refusal("the limit is " + limits.tags()));
        }
        read.add(tag);
      } catch (MalformedException e) {
        first = first == null ? e.refusal() : first;
      }
      if (first != null) {
        // Nothing of it is kept, so that the rest costs no memory.
        read.clear();
        skipRest();
        throw new MalformedException(first);
      }
    }
    return read;
  }

  /** Passes over what is left of an array without making strings of it. */
  private void skipRest() {
    JsonToken token;
    while ((token = json.nextToken()) != JsonToken.END_ARRAY && token != null) {
      json.skipChildren();
    }
  }

  private Tag tag(JsonToken start) throws MalformedException {
    if (start != JsonToken.START_ARRAY) {
      json.skipChildren();
      throw malformed("a tag is not an array");
    }
    List<String> items = new ArrayList<>(4);
    JsonToken token;
    while ((token = json.nextToken()) != JsonToken.END_ARRAY) {
      try {
        countItem();
        items.add(string("a tag element", token));
      } catch (MalformedException e) {
        json.skipChildren();
        items.clear();
        skipRest();
        throw e;
      }
    }
    if (items.isEmpty()) {
      throw malformed("a tag is empty");
    }
    return new Tag(items);
  }

  /** Refuses one too many before its string is made. The kind may come later in the text. */
  private void countItem() throws MalformedException {
    tagItems++;
    int max = kind == null ? limits.itemsOfAny() : limits.itemsOf(kind);
    if (tagItems > max) {
      throw new MalformedException(tooManyItems(max));
    }
  }

  private static Refusal tooManyItems(int max) {
    return EventReason.TOO_MANY_TAG_ITEMS.refusal("the limit is " + max + " strings in all tags");
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
    return new MalformedException(EventReason.MALFORMED_EVENT.refusal(detail));
  }
}
