package dev.graspd.server.peers.status;

import dev.graspd.core.sync.EventSource;
import dev.graspd.core.sync.RelayUrl;

/** The counters of sync; called from many threads, never blocks. */
public interface SyncMetrics {
  SyncMetrics NONE =
      new SyncMetrics() {
        @Override
        public void attempted(RelayUrl relay, boolean succeeded) {}

        @Override
        public void eventArrived(EventSource source) {}

        @Override
        public void eventSynced() {}

        @Override
        public void gapFound(RelayUrl relay) {}

        @Override
        public void lacked(RelayUrl relay, int events) {}

        @Override
        public void gapPossible(RelayUrl relay) {}

        @Override
        public void refreshed(SyncOverview overview) {}
      };

  void attempted(RelayUrl relay, boolean succeeded);

  /** The gate judged an event of another relay. */
  void eventArrived(EventSource source);

  /** An event of another relay was new and is served now. */
  void eventSynced();

  /** History brought an event that live delivery should have brought. */
  void gapFound(RelayUrl relay);

  /** A comparison has shown that a relay lacks events that we have. */
  void lacked(RelayUrl relay, int events);

  /** A whole page of a relay's history was of one second: more of that second may exist. */
  void gapPossible(RelayUrl relay);

  void refreshed(SyncOverview overview);
}
