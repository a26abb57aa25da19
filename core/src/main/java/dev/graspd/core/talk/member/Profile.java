package dev.graspd.core.talk.member;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.nostr.text.Json;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * The profile that a person wrote (kind 0). Nobody has checked it, and two people may have one
 * name: pages show it beside the key (W-3).
 *
 * @param about the first characters of it
 * @param nip05 a claim; nobody asks the host that it names
 */
public record Profile(Optional<String> name, Optional<String> about, Optional<String> nip05) {
  public static final Profile NONE =
      new Profile(Optional.empty(), Optional.empty(), Optional.empty());

  /** Longest name, in characters; the rest is cut. */
  public static final int NAME_MAX = 60;

  /** Longest text about a person, in characters; the rest is cut. */
  public static final int ABOUT_MAX = 2_000;

  /** Reads a profile; what cannot be read is absent. */
  public static Profile of(Event event) {
    if (event.kind() != Kinds.METADATA) {
      return NONE;
    }
    Reader reader = new Reader();
    try (JsonParser json = Json.open(event.content().getBytes(StandardCharsets.UTF_8))) {
      if (json.nextToken() == JsonToken.START_OBJECT) {
        reader.read(json);
      }
    } catch (JacksonException _) {
      return NONE;
    }
    return reader.done();
  }

  private static final class Reader {
    private @Nullable String name;
    private @Nullable String displayName;
    private @Nullable String about;
    private @Nullable String nip05;

    void read(JsonParser json) {
      while (json.nextToken() == JsonToken.PROPERTY_NAME) {
        String field = json.currentName();
        if (json.nextToken() == JsonToken.VALUE_STRING) {
          field(field, json.getString());
        } else {
          json.skipChildren();
        }
      }
    }

    private void field(String field, String value) {
      switch (field) {
        case "name" -> name = value;
        case "display_name" -> displayName = value;
        case "about" -> about = value;
        case "nip05" -> nip05 = value;
        default -> {}
      }
    }

    Profile done() {
      return new Profile(
          line(displayName).or(() -> line(name)),
          Optional.ofNullable(about)
              .map(String::strip)
              .filter(text -> !text.isEmpty())
              .map(text -> cut(text, ABOUT_MAX)),
          line(nip05));
    }

    /** One line without characters that have no look of their own. */
    private static Optional<String> line(@Nullable String text) {
      if (text == null) {
        return Optional.empty();
      }
      StringBuilder line = new StringBuilder();
      text.codePoints()
          .limit(2L * NAME_MAX)
          .map(c -> Character.isWhitespace(c) ? ' ' : c)
          .filter(c -> !isHidden(c))
          .forEach(line::appendCodePoint);
      return Optional.of(cut(line.toString().strip(), NAME_MAX)).filter(one -> !one.isEmpty());
    }

    private static boolean isHidden(int c) {
      int type = Character.getType(c);
      return type == Character.CONTROL
          || type == Character.FORMAT
          || type == Character.SURROGATE
          || type == Character.LINE_SEPARATOR
          || type == Character.PARAGRAPH_SEPARATOR;
    }

    private static String cut(String text, int charsMax) {
      if (text.length() <= charsMax) {
        return text;
      }
      boolean isDivided = Character.isHighSurrogate(text.charAt(charsMax - 1));
      return text.substring(0, isDivided ? charsMax - 1 : charsMax);
    }
  }
}
