package dev.graspd.core.nostr.refusal;

/**
 * Why a client message is refused before it counts as an event or a query: it cannot be read, or
 * its proof of identity is wrong.
 */
public enum MessageReason implements Reason {
  MALFORMED_MESSAGE(
      Prefix.INVALID,
      "message cannot be read",
      "The message is no JSON array that starts with a known verb, or a part of it has the wrong type.",
      "Send EVENT, REQ, CLOSE, COUNT, AUTH or NEG-* messages as NIP-01 and its relatives describe them; the text after the colon says which part was wrong."),
  NOT_UTF8(
      Prefix.INVALID,
      "message is not valid UTF-8",
      "A text message must be UTF-8. The connection is closed, as the WebSocket protocol asks.",
      "Encode messages as UTF-8 and connect again."),
  AUTH_FAILED(
      Prefix.INVALID,
      "authentication failed",
      "The AUTH event is not what NIP-42 asks for: kind 22242, a right signature, the last challenge, this relay's address, created within 10 minutes.",
      "Sign a fresh kind 22242 with the challenge that the relay sent last.");

  @SuppressWarnings("Immutable") // a record of an enum and strings
  private final Wording wording;

  MessageReason(Prefix prefix, String text, String explanation, String remedy) {
    this.wording = new Wording(prefix, text, explanation, remedy);
  }

  @Override
  public Wording wording() {
    return wording;
  }
}
