package dev.graspd.server.git.ingest;

import dev.graspd.core.nostr.Reason;
import dev.graspd.core.policy.Allowance;
import dev.graspd.core.policy.ByteSize;

/** The words for packs that cannot be taken. */
final class Faults {
  private Faults() {}

  static RefusedException broken(String detail) {
    return new RefusedException(Reason.PACK_BROKEN.refusal(detail));
  }

  static RefusedException costly(String detail) {
    return new RefusedException(Reason.PACK_TOO_COSTLY.refusal(detail));
  }

  static RefusedException tooLarge(long limitBytes) {
    return new RefusedException(Allowance.ofPack(limitBytes).beyond());
  }

  static RefusedException objectTooLarge(long limitBytes) {
    return new RefusedException(
        Reason.OBJECT_TOO_LARGE.saying(
            "an object exceeds the " + ByteSize.exact(limitBytes) + " limit"));
  }

  /** A tree, commit or tag that could be stored, but not be read again to serve it. */
  static RefusedException treeTooLarge(String id, String kind, long limitBytes) {
    return new RefusedException(
        Reason.TREE_TOO_LARGE.saying(
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
  static RefusedException forbidden(String id, String messageId) {
    return new RefusedException(Reason.OBJECT_FORBIDDEN.saying("object " + id + ": " + messageId));
  }

  static RefusedException missing(String id, String kind) {
    return new RefusedException(Reason.PUSH_INCOMPLETE.refusal(kind + " " + id));
  }

  static RefusedException storageFull() {
    return new RefusedException(Reason.STORAGE_FULL.refusal());
  }
}
