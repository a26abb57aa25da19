package dev.graspd.server.family.push;

import dev.graspd.core.nostr.refusal.Refusal;
import dev.graspd.core.policy.room.Allowance;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.server.family.PushVerdict;
import dev.graspd.server.family.objects.PackBase;
import dev.graspd.server.family.objects.PackDelivery;
import java.util.concurrent.CompletionStage;

/** Judges and performs pushes. Thread-safe. */
public interface Pushes {
  /** Returns how large any push to a repository may be, before it is read. */
  Allowance room(RepoAddress repository);

  /** Returns the objects that a pack for a family may build on now. */
  PackBase packBase(Identifier family);

  /** Judges a push by its command list, before any object is read. Quick; changes nothing. */
  PushVerdict judge(PushRequest request);

  /**
   * Judges again with the objects, and performs the allowed lines: publishes the delivery (or
   * shelves it, for refs whose event is not known yet), moves refs and HEAD, releases events, all
   * in one transaction. Owns the delivery from the call on. Answers when all of it is on disk and
   * visible, or nothing; then the delivery is closed. A line whose objects are missing is refused.
   * The stage never fails: a fault of the server refuses all lines.
   */
  CompletionStage<PushVerdict> perform(PushRequest request, PackDelivery delivery);

  /** Reports a push that was refused because of its pack. */
  default void refused(PushRequest request, Refusal why) {}
}
