package dev.graspd.core.nostr.refusal;

/** Leaves a nested reader on bad input; never leaves this package. */
public final class MalformedException extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient Refusal refusal;

  public MalformedException(Refusal refusal) {
    super(refusal.message(), null, false, false);
    this.refusal = refusal;
  }

  public Refusal refusal() {
    return refusal;
  }
}
