package dev.graspd.core.nostr.refusal;

/**
 * Why a request is refused because of the state of the server: it may be an event, a query, a push
 * or a fetch, and nothing is wrong with it.
 */
public enum ServerReason implements Reason {
  READ_ONLY(
      Prefix.RESTRICTED,
      "server is read-only",
      "The operator has stopped all writes: events and pushes are refused, and what waits here neither expires nor loses time. Reading goes on.",
      "Try again later, or use another server."),
  SERVER_BUSY(
      Prefix.RATE_LIMITED,
      "server is busy",
      "More events or pushes are waiting, in all or from your address, than the server takes at once.",
      "Nothing was stored. Send the event, or push, again in a few seconds."),
  STORAGE_FULL(
      Prefix.ERROR,
      "storage full",
      "The server's disk is below its reserve; reading goes on.",
      "Nothing was stored. Try again later or use another server; the operator has to make room."),
  STORAGE_FAILURE(
      Prefix.ERROR,
      "storage failure",
      "The server's disk reported an error.",
      "Nothing was stored. Try again when the operator has repaired the server."),
  SHUTTING_DOWN(
      Prefix.ERROR,
      "server is shutting down",
      "The server is being stopped or restarted.",
      "Connect again in a moment and send the message again."),
  INTERNAL(
      Prefix.ERROR,
      "internal error",
      "The server has made a mistake; its log has the details.",
      "Nothing was stored. If it happens again, tell the operator.");

  @SuppressWarnings("Immutable") // a record of an enum and strings
  private final Wording wording;

  ServerReason(Prefix prefix, String text, String explanation, String remedy) {
    this.wording = new Wording(prefix, text, explanation, remedy);
  }

  @Override
  public Wording wording() {
    return wording;
  }
}
