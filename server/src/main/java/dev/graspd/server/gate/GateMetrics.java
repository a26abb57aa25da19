package dev.graspd.server.gate;

/** Counters of the gate; called from many threads, never block. */
public interface GateMetrics {
  /** Counts nothing: for tests and tools. */
  GateMetrics NONE =
      new GateMetrics() {
        @Override
        public void eventReceived(int kind) {}

        @Override
        public void eventStored(int kind) {}

        @Override
        public void eventRejected(int kind, String reasonPrefix) {}
      };

  /** An event was submitted. */
  void eventReceived(int kind);

  /** An event is on disk. */
  void eventStored(int kind);

  /** An event was refused; the prefix is the machine-readable word before the colon. */
  void eventRejected(int kind, String reasonPrefix);
}
