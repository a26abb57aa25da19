package dev.graspd.core.nostr;

/** A no with its particulars, ready for the wire. */
public record Refusal(Reason reason, String detail) {
  /** Returns {@code prefix: text}, with the detail after another colon if there is one. */
  public String message() {
    String text = reason.prefix().word() + ": " + reason.text();
    return detail.isEmpty() ? text : text + ": " + detail;
  }
}
