package dev.graspd.core.policy.room;

import dev.graspd.core.nostr.refusal.PushReason;
import dev.graspd.core.nostr.refusal.Refusal;

/**
 * How large one pack may be.
 *
 * @param beyond the refusal of a larger one
 */
public record Allowance(long bytes, Refusal beyond) {
  /** Leaves the size of a pack to other limits. */
  public static final Allowance UNLIMITED = ofPack(Long.MAX_VALUE);

  /** Returns a limit that is the same for everybody. */
  public static Allowance ofPack(long bytes) {
    return new Allowance(
        bytes,
        PushReason.PACK_TOO_LARGE.saying("pack exceeds the " + ByteSize.exact(bytes) + " limit"));
  }

  /** Returns the stricter of this and another one. */
  public Allowance and(Allowance other) {
    return other.bytes < bytes ? other : this;
  }
}
