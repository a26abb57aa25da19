package dev.graspd.server.family;

import dev.graspd.core.hunt.Urgency;
import dev.graspd.core.repo.Identifier;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Tells the hunt about changes of families that are on disk and visible, in order for each family.
 * Called in lanes: except {@link #awaitRoom} it must neither wait nor throw.
 */
public interface HuntListener {
  /** Nobody hunts. */
  HuntListener NONE =
      new HuntListener() {
        @Override
        public void waits(Identifier family, Urgency urgency) {}

        @Override
        public void settled(Identifier family) {}

        @Override
        public void hosted(Identifier family) {}

        @Override
        public void dropped(Identifier family) {}

        @Override
        public Optional<Boolean> isHosted(Identifier family) {
          return Optional.of(false);
        }

        @Override
        public void awaitRoom() {}
      };

  /** Returns a listener that tells the one that listens at that moment. */
  static HuntListener to(Supplier<HuntListener> current) {
    return new HuntListener() {
      @Override
      public void waits(Identifier family, Urgency urgency) {
        current.get().waits(family, urgency);
      }

      @Override
      public void settled(Identifier family) {
        current.get().settled(family);
      }

      @Override
      public void hosted(Identifier family) {
        current.get().hosted(family);
      }

      @Override
      public void dropped(Identifier family) {
        current.get().dropped(family);
      }

      @Override
      public Optional<Boolean> isHosted(Identifier family) {
        return current.get().isHosted(family);
      }

      @Override
      public void awaitRoom() throws InterruptedException {
        current.get().awaitRoom();
      }
    };
  }

  /** An event of this family begins to wait for git data. */
  void waits(Identifier family, Urgency urgency);

  /** No event of it waits now: released, lapsed, deleted, vanished. */
  void settled(Identifier family);

  /** The first repository of this family is served. */
  void hosted(Identifier family);

  /** No repository of this family is served now. */
  void dropped(Identifier family);

  /**
   * Returns which of the two the hunt was told last; empty if that may be on its way. It remembers
   * that itself, so that nobody else has to.
   */
  Optional<Boolean> isHosted(Identifier family);

  /** Waits until there is room for more: for a thread that tells of many families. */
  void awaitRoom() throws InterruptedException;
}
