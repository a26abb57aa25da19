package dev.graspd.core.nostr.refusal;

/** The machine-readable first word of a refusal, or of an acceptance with a remark (N01-4). */
public enum Prefix {
  DUPLICATE("duplicate"),
  POW("pow"),
  BLOCKED("blocked"),
  RATE_LIMITED("rate-limited"),
  INVALID("invalid"),
  RESTRICTED("restricted"),
  MUTE("mute"),
  ERROR("error"),
  AUTH_REQUIRED("auth-required"),
  PURGATORY("purgatory"),
  /** Only in CLOSED: the relay has no such feature. */
  UNSUPPORTED("unsupported"),
  /** Only in NEG-ERR: the session ended, open a new one. */
  CLOSED("closed");

  private final String word;

  Prefix(String word) {
    this.word = word;
  }

  public String word() {
    return word;
  }
}
