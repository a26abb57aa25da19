package dev.graspd.core.nostr;

/** A no with its particulars, ready for the wire. */
public record Refusal(Reason reason, String text) {
  /** Returns {@code prefix: text}. */
  public String message() {
    return reason.prefix().word() + ": " + text;
  }
}
