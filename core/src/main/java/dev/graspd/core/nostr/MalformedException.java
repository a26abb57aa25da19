package dev.graspd.core.nostr;

/** Leaves a nested reader on bad input; never leaves this package. */
final class MalformedException extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient Refusal refusal;

  MalformedException(Refusal refusal) {
    super(refusal.message(), null, false, false);
    this.refusal = refusal;
  }

  Refusal refusal() {
    return refusal;
  }
}
