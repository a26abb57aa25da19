package dev.graspd.server.peers.status;

import java.util.Optional;

/** The state of sync for operators; reading never blocks and never touches the machine. */
@FunctionalInterface
public interface SyncReadings {
  /** A server that does not sync. */
  SyncReadings NONE = Optional::empty;

  /** Returns the recent state of sync; empty if sync is switched off. */
  Optional<SyncOverview> overview();
}
