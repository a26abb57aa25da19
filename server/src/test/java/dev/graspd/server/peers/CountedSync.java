package dev.graspd.server.peers;

import dev.graspd.core.sync.EventSource;
import dev.graspd.core.sync.RelayUrl;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Keeps what sync tells the counters. */
final class CountedSync implements SyncMetrics {
  final List<String> told = new CopyOnWriteArrayList<>();
  final List<SyncOverview> overviews = new CopyOnWriteArrayList<>();

  @Override
  public void attempted(RelayUrl relay, boolean succeeded) {
    told.add((succeeded ? "connected to " : "could not connect to ") + relay);
  }

  @Override
  public void eventArrived(EventSource source) {
    told.add("event, " + source.label());
  }

  @Override
  public void eventSynced() {
    told.add("new event");
  }

  @Override
  public void gapFound(RelayUrl relay) {
    told.add("gap of " + relay);
  }

  @Override
  public void lacked(RelayUrl relay, int events) {
    told.add(relay + " lacks " + events);
  }

  @Override
  public void gapPossible(RelayUrl relay) {
    told.add("possible gap of " + relay);
  }

  @Override
  public void refreshed(SyncOverview overview) {
    overviews.add(overview);
  }
}
