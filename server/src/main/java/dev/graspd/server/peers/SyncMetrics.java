package dev.graspd.server.peers;

import dev.graspd.core.sync.EventSource;
import dev.graspd.core.sync.RelayUrl;

/** What sync tells the operator's counters; called from many threads, never blocks. */
public interface SyncMetrics {
  /** Counts nothing: for tests and tools. */
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

  /** A connection was made, or could not be. */
  void attempted(RelayUrl relay, boolean succeeded);

  /** An event of another relay was judged, whatever became of it. */
  void eventArrived(EventSource source);

  /** One of them was new here and is served now. */
  void eventSynced();

  /** History brought an event that live delivery should have brought. */
  void gapFound(RelayUrl relay);

  /** A comparison has shown that a relay lacks events that we have. */
  void lacked(RelayUrl relay, int events);

  /** A whole page of a relay's history was of one second: more of that second may exist. */
  void gapPossible(RelayUrl relay);

  /** There is a new overview. */
  void refreshed(SyncOverview overview);
}
