package dev.graspd.server.role;

import dev.graspd.core.store.StoreTransaction;
import java.util.concurrent.CompletionStage;

/** The right to write under a role. Thread-safe. */
public interface Mandate {
  /** For work that needs no role: orders of clients and operators, and servers alone on a store. */
  Mandate NONE =
      new Mandate() {
        @Override
        public void require(StoreTransaction tx) {}

        @Override
        public boolean isHeld() {
          return true;
        }

        @Override
        public <R> CompletionStage<R> track(CompletionStage<R> work) {
          return work;
        }
      };

  /**
   * Requires in a transaction that this server holds the role. If not, the transaction fails with
   * {@link dev.graspd.core.role.RoleLostException}, and the tenure ends soon.
   */
  void require(StoreTransaction tx);

  /** Returns whether the work should go on. False is certain, true is only likely. */
  boolean isHeld();

  /** Lets the end of the tenure wait for work; returns it. */
  <R> CompletionStage<R> track(CompletionStage<R> work);
}
