package dev.graspd.server.ops.config;

import dev.graspd.core.hunt.domain.DomainLimits;
import dev.graspd.core.hunt.domain.HuntSettings;
import dev.graspd.core.nostr.ServiceAddress;
import dev.graspd.core.sync.RelayUrl;
import dev.graspd.core.sync.relays.HealthSettings;
import dev.graspd.core.sync.relays.SyncSettings;
import dev.graspd.server.egress.dial.EgressRules;
import dev.graspd.server.egress.dns.JdkResolver;
import java.net.InetAddress;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The part of the configuration about other servers: relay sync, the hunt, and how they are
 * reached.
 */
public record OutgoingConfig(Settings settings) {
  /**
   * The settings of sync beside those of its machine.
   *
   * @param refusedKept how long refused announcements and states are kept whole
   * @param refusalsKept how long refused events are not requested
   */
  public record Sync(
      boolean negentropy,
      int relaysPerRepository,
      int threadMembers,
      Duration refusedKept,
      Duration refusalsKept,
      long peerBytes) {}

  public Sync sync() {
    return new Sync(
        !settings.get(SyncKeys.DISABLE_NEGENTROPY),
        settings.get(SyncKeys.MAX_RELAYS_PER_REPO),
        settings.get(SyncKeys.RECURSIVE_DESCENDANT_LIMIT),
        Duration.ofSeconds(settings.get(SyncKeys.HOT_CACHE_SECS)),
        Duration.ofSeconds(settings.get(SyncKeys.COLD_INDEX_SECS)),
        settings.get(SyncKeys.MAX_PEER_BYTES));
  }

  public SyncSettings syncSettings(ServiceAddress service) {
    return new SyncSettings(
        bootstrap(service),
        Duration.ofMillis(settings.get(SyncKeys.BATCH_WINDOW_MS)),
        Duration.ofSeconds(settings.get(SyncKeys.STARTUP_DELAY_SECS)),
        Duration.ofSeconds(settings.get(SyncKeys.DISCONNECT_CHECK_INTERVAL_SECS)),
        settings.get(SyncKeys.MAX_RELAYS),
        Duration.ofHours(settings.get(SyncKeys.NAUGHTY_HOURS)),
        new HealthSettings(
            Duration.ofSeconds(settings.get(SyncKeys.BASE_BACKOFF_SECS)),
            Duration.ofSeconds(settings.get(SyncKeys.MAX_BACKOFF_SECS))));
  }

  /**
   * The relays that the operator names: one to start from, and those of archived services, which
   * may have no announcement here yet. Never ourselves.
   */
  private SortedSet<RelayUrl> bootstrap(ServiceAddress service) {
    SortedSet<RelayUrl> bootstrap = new TreeSet<>();
    Stream.concat(
            settings.get(SyncKeys.BOOTSTRAP_RELAY_URL).map(URI::toString).stream(),
            settings.get(HostingKeys.ARCHIVE_GRASP_SERVICES).stream().map(ServiceAddress::relayUrl))
        .flatMap(url -> RelayUrl.parse(url).stream())
        .filter(url -> !service.isNamedBy(url.text()))
        .forEach(bootstrap::add);
    return bootstrap;
  }

  public HuntSettings huntSettings() {
    return new HuntSettings(
        new DomainLimits(
            settings.get(SyncKeys.DOMAIN_CONCURRENT), settings.get(SyncKeys.DOMAIN_RATE_LIMIT)),
        DomainLimits.parseOverrides(String.join(";", settings.get(SyncKeys.DOMAIN_OVERRIDES)))
            .orElseThrow(),
        settings.get(SyncKeys.MAX_FETCHES),
        settings.get(SyncKeys.RESERVED_FETCHES),
        Duration.ofHours(settings.get(SyncKeys.NAUGHTY_HOURS)));
  }

  /** Returns a resolver with this time limit for each lookup. */
  public JdkResolver resolver(Duration limit) {
    return new JdkResolver(
        limit, settings.get(SyncKeys.RESOLVER_THREADS), settings.get(SyncKeys.MAX_WAITING_NAMES));
  }

  public Duration advertisementTime() {
    return Duration.ofSeconds(settings.get(SyncKeys.ADVERTISEMENT_SECS));
  }

  public EgressRules egress(List<InetAddress> own) {
    return new EgressRules(
        settings.get(SyncKeys.ALLOW_NON_GLOBAL_TARGETS),
        settings.get(SyncKeys.ALLOW_PLAINTEXT),
        settings.get(SyncKeys.ALLOWED_CIDRS),
        own);
  }
}
