package dev.graspd.server.gate;

import dev.graspd.core.nostr.Refusal;
import dev.graspd.core.policy.Allowance;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.RepoAddress;
import java.util.concurrent.CompletionStage;

/** The way in for pushes. Thread-safe. */
public interface Pushes {
  /** Returns what any push to a repository may bring at most, for answers before it is read. */
  Allowance room(RepoAddress repository);

  /** Returns what a pack for a family may build on now. */
  Ground ground(Identifier family);

  /** Judges a push by its command list, before any object is read. Quick; does nothing. */
  PushVerdict judge(PushRequest request);

  /**
   * Judges again, now with the objects, and performs what is allowed: publishes the delivery (or
   * shelves it, for refs whose event is not known yet), moves refs and HEAD, releases events, all
   * in one transaction. The answer comes when that is on disk and visible, or nothing of it is; the
   * delivery is closed then. Objects that a line needs and that are not here refuse that line. It
   * never fails: a fault of ours refuses all lines.
   */
  CompletionStage<PushVerdict> perform(PushRequest request, Delivery delivery);

  /** Is told that a push was refused for what its pack is. */
  default void refused(PushRequest request, Refusal why) {}
}
