package dev.graspd.server.peers;

import java.util.Optional;

/** What operators may read about sync; reading never waits and never touches the machine. */
@FunctionalInterface
public interface SyncReadings {
  /** A server that does not sync. */
  SyncReadings NONE = Optional::empty;

  /** Returns how sync stood a moment ago; empty where it is switched off. */
  Optional<SyncOverview> overview();
}
