package dev.graspd.server.git.ingest.budget;

import dev.graspd.core.nostr.refusal.PushReason;
import dev.graspd.core.nostr.refusal.ServerReason;
import dev.graspd.core.policy.room.Allowance;
import dev.graspd.core.policy.room.ByteSize;

/** Makes the refusals of packs. */
public final class IngestFaults {
  private IngestFaults() {}

  public static RefusedException broken(String detail) {
    return new RefusedException(PushReason.PACK_BROKEN.refusal(detail));
  }

  public static RefusedException costly(String detail) {
    return new RefusedException(PushReason.PACK_TOO_COSTLY.refusal(detail));
  }

  public static RefusedException tooLarge(long limitBytes) {
    return new RefusedException(Allowance.ofPack(limitBytes).beyond());
  }

  public static RefusedException objectTooLarge(long limitBytes) {
    return new RefusedException(
        PushReason.OBJECT_TOO_LARGE.saying(
            "an object exceeds the " + ByteSize.exact(limitBytes) + " limit"));
  }

  /** A tree, commit or tag that we could store, but not read again to serve it. */
  public static RefusedException treeTooLarge(String id, String kind, long limitBytes) {
    return new RefusedException(
        PushReason.TREE_TOO_LARGE.saying(
            "object "
                + id
                + ": this "
                + kind
                + " exceeds the "
                + ByteSize.exact(limitBytes)
                + " limit"));
  }

  /**
   * An object that git's fsck forbids.
   *
   * @param messageId as {@code git fsck} names the fault
   */
  public static RefusedException forbidden(String id, String messageId) {
    return new RefusedException(
        PushReason.OBJECT_FORBIDDEN.saying("object " + id + ": " + messageId));
  }

  public static RefusedException missing(String id, String kind) {
    return new RefusedException(PushReason.PUSH_INCOMPLETE.refusal(kind + " " + id));
  }

  public static RefusedException storageFull() {
    return new RefusedException(ServerReason.STORAGE_FULL.refusal());
  }
}
