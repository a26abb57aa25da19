package dev.graspd.server.app;

import dev.graspd.core.hunt.Urgency;
import dev.graspd.core.repo.Identifier;
import dev.graspd.server.gate.HuntListener;

/**
 * Passes on what families mean for the hunt, once there is one: it is built after what it is told
 * by, and begins with all that is there then. Thread-safe.
 */
final class LateHunt implements HuntListener {
  private volatile HuntListener hunt = NONE;

  void bind(HuntListener to) {
    hunt = to;
  }

  @Override
  public void waits(Identifier family, Urgency urgency) {
    hunt.waits(family, urgency);
  }

  @Override
  public void settled(Identifier family) {
    hunt.settled(family);
  }

  @Override
  public void hosted(Identifier family) {
    hunt.hosted(family);
  }

  @Override
  public void dropped(Identifier family) {
    hunt.dropped(family);
  }
}
