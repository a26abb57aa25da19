package dev.graspd.server.peers.local;

import dev.graspd.core.sync.EventSource;
import dev.graspd.core.sync.RelayUrl;
import dev.graspd.server.peers.status.SyncMetrics;
import dev.graspd.server.peers.status.SyncOverview;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Keeps what sync tells the counters. */
public final class CountedSync implements SyncMetrics {
  public final List<String> told = new CopyOnWriteArrayList<>();
  public final List<SyncOverview> overviews = new CopyOnWriteArrayList<>();

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
