package dev.graspd.server.gate;

import dev.graspd.core.hunt.Urgency;
import dev.graspd.core.repo.Identifier;

/**
 * Is told what families mean for the hunt, when it is on disk and visible; of one family one thing
 * after the other. Called in the lanes of repositories: it must neither wait nor throw.
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
      };

  /** Something of this family waits for git data, anew or again. */
  void waits(Identifier family, Urgency urgency);

  /** Nothing of it does any more: released, lapsed, deleted, vanished. */
  void settled(Identifier family);

  /** A repository of this family is served from now on, the first one. */
  void hosted(Identifier family);

  /** None is any more. */
  void dropped(Identifier family);
}
