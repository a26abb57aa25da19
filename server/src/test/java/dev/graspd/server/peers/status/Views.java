package dev.graspd.server.peers.status;

import dev.graspd.core.machine.Now;
import dev.graspd.core.sync.RelayUrl;
import dev.graspd.core.sync.refusal.RefusalMemory;
import dev.graspd.core.sync.refusal.WhyRefused;
import dev.graspd.core.sync.relays.NaughtyList;
import dev.graspd.core.sync.relays.RelayHealth;
import dev.graspd.core.sync.relays.RelayPhase;
import dev.graspd.core.sync.relays.RelayView;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/** Samples of what operators see of sync. */
public final class Views {
  /** 2026-11-16 01:02:03 UTC. */
  public static final Now AT = new Now(1_000_000_000_000L, 1_794_790_923);

  private Views() {}

  public static RelayUrl url(String text) {
    return RelayUrl.parse(text).orElseThrow();
  }

  /** A relay that cannot be connected to; it was half an hour ago, and is tried in 90 s. */
  public static RelayView failing(String url, String error) {
    return new RelayView(
        url(url),
        false,
        RelayPhase.DISCONNECTED,
        RelayHealth.State.DEGRADED,
        3,
        4,
        0,
        0,
        17,
        0,
        0,
        Optional.of(before(3_600)),
        Optional.of(before(1_800)),
        Optional.empty(),
        OptionalLong.empty(),
        error,
        OptionalLong.of(AT.nanos() + 90_000_000_000L));
  }

  /** A relay with which all is well. */
  public static RelayView connected(String url, int repositories) {
    return new RelayView(
        url(url),
        false,
        RelayPhase.CONNECTED,
        RelayHealth.State.HEALTHY,
        0,
        repositories,
        40,
        2,
        1,
        5,
        1,
        Optional.of(before(600)),
        Optional.empty(),
        Optional.of(before(500)),
        OptionalLong.of(AT.epochSeconds() - 1),
        "",
        OptionalLong.empty());
  }

  private static Now before(long seconds) {
    return new Now(AT.nanos() - seconds * 1_000_000_000L, AT.epochSeconds() - seconds);
  }

  public static SyncOverview overview(List<RelayView> relays) {
    return new SyncOverview(
        AT,
        relays,
        new TreeMap<>(Map.of(NaughtyList.Category.TLS, 2)),
        new RefusalMemory.Counts(
            3,
            300,
            new TreeMap<>(Map.of(WhyRefused.NOT_LISTED_HERE, 7, WhyRefused.OTHER, 1)),
            4,
            400));
  }
}
