package dev.graspd.server.hook;

import dev.graspd.core.store.hook.Delivery;

/** Webhooks' events for metrics. */
public interface HookMetrics {
  /** Counts nothing: for tests. */
  HookMetrics NONE =
      new HookMetrics() {
        @Override
        public void attempted(boolean taken) {}

        @Override
        public void ended(Delivery.Phase phase) {}

        @Override
        public void dropped(int count) {}

        @Override
        public void unread() {}
      };

  /** An attempt has ended. */
  void attempted(boolean taken);

  /** A delivery has ended. */
  void ended(Delivery.Phase phase);

  /** New deliveries had no room. */
  void dropped(int count);

  /** A record of the log could not be read, and was passed over. */
  void unread();
}
