package dev.graspd.core.nostr.message;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Utf8Buffer;
import dev.graspd.core.nostr.text.Hex;

/** A message from this relay. Texts are ASCII. */
public sealed interface RelayMessage {
  /** Returns the JSON text in UTF-8. */
  byte[] json();

  /** The verb, for counting. */
  String verb();

  /** An event for a subscription. {@code eventJson} is the text as stored. */
  record EventFor(SubscriptionId subscription, byte[] eventJson) implements RelayMessage {
    /** Returns what stands before the event's own text; after it comes one {@code ]}. */
    public static byte[] head(SubscriptionId subscription) {
      return new Utf8Buffer(96)
          .ascii("[\"EVENT\",")
          .string(subscription.text())
          .ascii(",")
          .toArray();
    }

    @Override
    public byte[] json() {
      return new Utf8Buffer(eventJson.length + 96)
          .raw(head(subscription))
          .raw(eventJson)
          .ascii("]")
          .toArray();
    }

    @Override
    public String verb() {
      return "EVENT";
    }
  }

  record Ok(EventId id, boolean accepted, String message) implements RelayMessage {
    @Override
    public byte[] json() {
      return new Utf8Buffer(96 + message.length())
          .ascii("[\"OK\",\"")
          .hex(id)
          .ascii(accepted ? "\",true," : "\",false,")
          .string(message)
          .ascii("]")
          .toArray();
    }

    @Override
    public String verb() {
      return "OK";
    }
  }

  /** End of stored events; {@code finish} (NIP-67) when every stored match was sent. */
  record Eose(SubscriptionId subscription, boolean finish) implements RelayMessage {
    @Override
    public byte[] json() {
      return new Utf8Buffer(96)
          .ascii("[\"EOSE\",")
          .string(subscription.text())
          .ascii(finish ? ",[\"finish\"]]" : "]")
          .toArray();
    }

    @Override
    public String verb() {
      return "EOSE";
    }
  }

  /** The subscription as the client wrote it, since a bad id must be answered too. */
  record Closed(String subscription, String message) implements RelayMessage {
    @Override
    public byte[] json() {
      return pair("CLOSED", subscription, message);
    }

    @Override
    public String verb() {
      return "CLOSED";
    }
  }

  record Notice(String message) implements RelayMessage {
    @Override
    public byte[] json() {
      return new Utf8Buffer(message.length() + 16)
          .ascii("[\"NOTICE\",")
          .string(message)
          .ascii("]")
          .toArray();
    }

    @Override
    public String verb() {
      return "NOTICE";
    }
  }

  record AuthChallenge(String challenge) implements RelayMessage {
    @Override
    public byte[] json() {
      return new Utf8Buffer(96).ascii("[\"AUTH\",").string(challenge).ascii("]").toArray();
    }

    @Override
    public String verb() {
      return "AUTH";
    }
  }

  record CountResult(SubscriptionId subscription, long count) implements RelayMessage {
    @Override
    public byte[] json() {
      return new Utf8Buffer(96)
          .ascii("[\"COUNT\",")
          .string(subscription.text())
          .ascii(",{\"count\":")
          .number(count)
          .ascii("}]")
          .toArray();
    }

    @Override
    public String verb() {
      return "COUNT";
    }
  }

  record NegMsg(SubscriptionId subscription, byte[] message) implements RelayMessage {
    @Override
    public byte[] json() {
      return pair("NEG-MSG", subscription.text(), Hex.encode(message));
    }

    @Override
    public String verb() {
      return "NEG-MSG";
    }
  }

  record NegErr(String subscription, String message) implements RelayMessage {
    @Override
    public byte[] json() {
      return pair("NEG-ERR", subscription, message);
    }

    @Override
    public String verb() {
      return "NEG-ERR";
    }
  }

  private static byte[] pair(String verb, String first, String second) {
    return new Utf8Buffer(64 + first.length() + second.length())
        .ascii("[\"")
        .ascii(verb)
        .ascii("\",")
        .string(first)
        .ascii(",")
        .string(second)
        .ascii("]")
        .toArray();
  }
}
