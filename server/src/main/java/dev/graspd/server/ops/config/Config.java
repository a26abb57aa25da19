package dev.graspd.server.ops.config;

import dev.graspd.core.hunt.DomainLimits;
import dev.graspd.core.hunt.HuntSettings;
import dev.graspd.core.nostr.MessageLimits;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.nostr.ServiceAddress;
import dev.graspd.core.nostr.TagLimits;
import dev.graspd.core.policy.AdmissionRules;
import dev.graspd.core.policy.ArchivePolicy;
import dev.graspd.core.policy.HostingRules;
import dev.graspd.core.policy.NewRepositoryRates;
import dev.graspd.core.policy.Quota;
import dev.graspd.core.repo.Maintainers;
import dev.graspd.core.sync.HealthSettings;
import dev.graspd.core.sync.RelayUrl;
import dev.graspd.core.sync.SyncSettings;
import dev.graspd.server.charge.AddressSeal;
import dev.graspd.server.egress.EgressRules;
import dev.graspd.server.egress.JdkResolver;
import dev.graspd.server.gate.DormantRooms;
import dev.graspd.server.gate.HoldingTimes;
import dev.graspd.server.gate.HostingLimits;
import dev.graspd.server.git.ingest.CheckLimits;
import dev.graspd.server.git.ingest.IngestLimits;
import dev.graspd.server.git.ingest.PushLimits;
import dev.graspd.server.git.serve.ServeLimits;
import dev.graspd.server.relay.RelayLimits;
import dev.graspd.server.requests.Detail;
import dev.graspd.server.web.ExchangeLimits;
import dev.graspd.server.web.RequestLimits;
import dev.graspd.server.web.WebSettings;
import dev.graspd.server.web.WebTimes;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The configuration in force, as each part of the server wants it. Areas whose feature is not built
 * have no record here; their keys are checked all the same.
 */
public final class Config {
  private final Settings settings;

  /** Wraps checked settings. */
  public Config(Settings settings) {
    this.settings = settings;
  }

  /**
   * Where data lives.
   *
   * @param minFreeDiskBytes free bytes on the disk below which writes are refused
   */
  public record Data(Path relayPath, Path gitPath, Backend backend, long minFreeDiskBytes) {}

  /**
   * What is logged and how.
   *
   * @param requests which requests have a line
   * @param addresses whether these lines name the client's address
   * @param timeScale how many times faster everything happens; 1 outside tests
   */
  public record Log(
      LogLevel level, LogFormat format, Detail requests, boolean addresses, int timeScale) {}

  /** What is counted. */
  public record Metrics(boolean enabled, int abuseThreshold) {}

  /** What NIP-11 says about us beyond limits. */
  public record Presentation(String name, String description, Optional<String> contact) {}

  /** Returns the service's address as clients name it, once it listens. */
  public ServiceAddress serviceAt(InetSocketAddress bound) {
    return ServiceAddress.of(domainAt(bound), settings.get(ServiceKeys.BASE_PATH));
  }

  /** Returns host and port as clients name them: the operator's word, or the bound address. */
  public String domainAt(InetSocketAddress bound) {
    return settings.get(ServiceKeys.DOMAIN).orElseGet(() -> ValueTypes.hostAndPort(bound));
  }

  /** Returns the name that the operator gave the service, if they did. */
  public Optional<String> givenDomain() {
    return settings.get(ServiceKeys.DOMAIN);
  }

  /** Returns the name that the service gets on purpose. */
  public Optional<String> newDomain() {
    return settings.get(ServiceKeys.NEW_DOMAIN);
  }

  /** Shows an address as people write it. */
  public static String hostAndPort(InetSocketAddress address) {
    return ValueTypes.hostAndPort(address);
  }

  /** Returns how the service presents itself under its domain. */
  public Presentation presentation(String domain) {
    return new Presentation(
        settings.get(ServiceKeys.RELAY_NAME).orElse(domain + " grasp relay"),
        settings.get(ServiceKeys.RELAY_DESCRIPTION),
        settings.get(ServiceKeys.RELAY_CONTACT));
  }

  /** Returns the server's own key, if it is in the configuration itself. */
  public Optional<String> ownerNsec() {
    return settings.get(ServiceKeys.RELAY_OWNER_NSEC);
  }

  /** Returns where data lives. */
  public Data data() {
    return new Data(
        settings.get(ServiceKeys.RELAY_DATA_PATH),
        settings.get(ServiceKeys.GIT_DATA_PATH),
        settings.get(ServiceKeys.DATABASE_BACKEND),
        settings.get(RelayKeys.MIN_FREE_DISK_BYTES));
  }

  /** Returns whether a start may find that nothing of its git data is there. */
  public boolean isGitDataLost() {
    return settings.get(ServiceKeys.GIT_DATA_LOST);
  }

  /** Returns what is logged and how. */
  public Log log() {
    return new Log(
        settings.get(ServiceKeys.LOG_LEVEL),
        settings.get(ServiceKeys.LOG_FORMAT),
        settings.get(ServiceKeys.LOG_REQUESTS),
        settings.get(ServiceKeys.LOG_ADDRESSES),
        Math.max(timeScale(), linkTimeScale()));
  }

  /** Returns what is counted. */
  public Metrics metrics() {
    return new Metrics(
        settings.get(ServiceKeys.METRICS_ENABLED),
        settings.get(ServiceKeys.METRICS_ABUSE_THRESHOLD));
  }

  /** Returns where the server listens and what a socket may cost. */
  public WebSettings web() {
    return new WebSettings(
        settings.get(ServiceKeys.BIND_ADDRESS),
        settings.get(ServiceKeys.BASE_PATH),
        settings.get(ServiceKeys.TRUSTED_PROXY_CIDRS),
        settings.get(RelayKeys.MAX_CONNECTIONS),
        settings.get(RelayKeys.MAX_CONNECTIONS_PER_IP),
        settings.get(RelayKeys.MAX_MESSAGE_BYTES),
        settings.get(RelayKeys.MAX_FRAGMENTS),
        settings.get(RelayKeys.MAX_OUTPUT_QUEUE_BYTES),
        settings.get(RelayKeys.MAX_OUTPUT_QUEUE_TOTAL_BYTES),
        settings.get(ServiceKeys.LOOPBACK_IS_OPERATOR),
        new RequestLimits(
            settings.get(RelayKeys.PAGE_THREADS),
            settings.get(RelayKeys.MAX_WAITING_PAGES),
            settings.get(RelayKeys.MAX_PAGE_BYTES),
            Duration.ofSeconds(settings.get(RelayKeys.PAGE_SECS)),
            settings.get(RelayKeys.MAX_PIPELINED_BYTES),
            settings.get(RelayKeys.MAX_PIPELINED_REQUESTS),
            settings.get(RelayKeys.MAX_HTTP_HEADERS)));
  }

  /** Returns how long a socket may keep us waiting. */
  public WebTimes webTimes() {
    return WebTimes.DEFAULT.with(
        seconds(RelayKeys.REQUEST_HEAD_SECS),
        seconds(RelayKeys.KEEP_ALIVE_SECS),
        seconds(RelayKeys.MESSAGE_SECS),
        seconds(RelayKeys.STALLED_SECS));
  }

  /** Returns how long a fetch or push may keep the web layer waiting. */
  public ExchangeLimits exchanges() {
    return ExchangeLimits.DEFAULT.with(
        seconds(RelayKeys.STALLED_SECS), seconds(HostingKeys.GIT_BODY_SECS));
  }

  private Duration seconds(Key<Integer> key) {
    return Duration.ofSeconds(settings.get(key));
  }

  /** Returns what a relay connection may ask for. */
  public RelayLimits relay() {
    return new RelayLimits(
        settings.get(RelayKeys.MAX_SUBSCRIPTIONS),
        settings.get(RelayKeys.MAX_FILTERS),
        settings.get(RelayKeys.MAX_FILTER_VALUES),
        settings.get(RelayKeys.FILTER_LIMIT),
        settings.get(RelayKeys.MAX_LIMIT),
        settings.get(RelayKeys.MAX_NEG_SESSIONS),
        settings.get(RelayKeys.MAX_QUERY_WORK),
        settings.get(RelayKeys.MAX_NEG_CACHE_BYTES),
        settings.get(RelayKeys.MAX_EVENTS_PER_MINUTE),
        settings.get(RelayKeys.MAX_SUBSCRIPTION_BYTES),
        settings.get(RelayKeys.MAX_INFLIGHT_BYTES));
  }

  /** Returns the heap of ephemeral events that wait to be passed on. */
  public long ephemeralBytes() {
    return settings.get(RelayKeys.MAX_EPHEMERAL_BYTES);
  }

  /** Returns how much one message may hold, from clients and from other relays. */
  public MessageLimits messages() {
    return new MessageLimits(
        settings.get(RelayKeys.MAX_FILTERS),
        settings.get(RelayKeys.MAX_FILTER_VALUES),
        settings.get(RelayKeys.MAX_FILTER_VALUE_BYTES),
        new TagLimits(
            Math.max(
                settings.get(RelayKeys.MAX_EVENT_TAGS), settings.get(RelayKeys.MAX_STATE_TAGS)),
            settings.get(RelayKeys.MAX_EVENT_TAG_ITEMS),
            settings.get(RelayKeys.MAX_STATE_TAG_ITEMS)));
  }

  /** Returns what the general checks of events need to know. */
  public AdmissionRules admission(ServiceAddress service) {
    return new AdmissionRules(
        service,
        settings.get(ServiceKeys.READ_ONLY),
        settings.get(RelayKeys.MAX_EVENT_BYTES),
        settings.get(RelayKeys.MAX_STATE_EVENT_BYTES),
        settings.get(RelayKeys.MAX_LIST_EVENT_BYTES),
        settings.get(RelayKeys.MAX_EVENT_TAGS),
        settings.get(RelayKeys.MAX_STATE_TAGS),
        settings.get(RelayKeys.MAX_FUTURE_SECS),
        settings.get(RelayKeys.MIN_POW_DIFFICULTY),
        !settings.get(RelayKeys.DELETION_REQUEST_DISRESPECTOR),
        settings.get(RelayKeys.EVENT_BLACKLIST));
  }

  /** Returns what serving git may cost. */
  public ServeLimits serve() {
    ServeLimits limits = ServeLimits.forCores(settings.machine().cores());
    return limits
        .withUploads(
            settings.get(HostingKeys.MAX_UPLOADS), settings.get(HostingKeys.MAX_UPLOADS_PER_IP))
        .withRequest(settings.get(HostingKeys.MAX_WANTS), settings.get(HostingKeys.MAX_HAVES))
        .withCaches(
            settings.get(HostingKeys.CLONE_CACHE_BYTES), settings.get(HostingKeys.TREE_CACHE_BYTES))
        .withWaiting(
            settings.get(HostingKeys.MAX_WAITING_GIT),
            seconds(HostingKeys.GIT_WAIT_SECS),
            seconds(HostingKeys.GIT_REQUEST_SECS))
        .withTimes(seconds(HostingKeys.GIT_LONG_WAIT_SECS), seconds(HostingKeys.GIT_BODY_SECS));
  }

  /** Returns how many requests may wait for a repository that is not in memory. */
  public int waitingLookups() {
    return settings.get(HostingKeys.MAX_WAITING_LOOKUPS);
  }

  /** Returns the heap that git requests take while they are read and answered. */
  public long gitRequestBytes() {
    return settings.get(HostingKeys.MAX_GIT_REQUEST_BYTES);
  }

  /** Returns the heap that packs take while they are computed. */
  public long packHeapBytes() {
    return settings.get(HostingKeys.MAX_PACK_HEAP_BYTES);
  }

  /** Returns what a push may cost. */
  public IngestLimits ingest() {
    return new IngestLimits(
        settings.get(HostingKeys.MAX_PUSH_BYTES),
        settings.get(HostingKeys.MAX_OBJECT_BYTES),
        settings.get(HostingKeys.MAX_TREE_BYTES),
        settings.get(HostingKeys.MAX_PACK_OBJECTS),
        settings.get(HostingKeys.MAX_PUSH_COMMANDS),
        settings.get(HostingKeys.MAX_DELTA_DEPTH),
        new CheckLimits(
            settings.get(HostingKeys.MAX_PACK_HISTORY_WALK),
            seconds(HostingKeys.GIT_LONG_WAIT_SECS),
            seconds(HostingKeys.GIT_WAIT_SECS)),
        settings.get(RelayKeys.MIN_FREE_DISK_BYTES));
  }

  /** Returns how many pushes are carried out at once, and how long they may take. */
  public PushLimits pushes() {
    return PushLimits.DEFAULT
        .withPlaces(settings.get(HostingKeys.MAX_PUSHES))
        .withCommandTime(seconds(HostingKeys.PUSH_COMMANDS_SECS))
        .withWaiting(
            settings.get(HostingKeys.MAX_WAITING_GIT), seconds(HostingKeys.GIT_LONG_WAIT_SECS))
        .withPace(settings.get(HostingKeys.MIN_PACE_BYTES), seconds(HostingKeys.GIT_REQUEST_SECS));
  }

  /** Returns whether repositories are hosted, or this is a plain relay. */
  public boolean hosts() {
    return settings.get(ServiceKeys.RELAY_ACCEPT) == Accept.GRASP;
  }

  /** Returns which repositories are taken. */
  public HostingRules hosting(ServiceAddress service, PublicKey self) {
    return new HostingRules(
        service,
        self,
        settings.get(HostingKeys.REPOSITORY_WHITELIST),
        settings.get(HostingKeys.REPOSITORY_BLACKLIST),
        archive(),
        settings.get(HostingKeys.MAX_STATE_REFS),
        settings.get(HostingKeys.MAX_HELD_PER_IDENTIFIER),
        settings.get(HostingKeys.GRASP06_ENABLE));
  }

  private ArchivePolicy archive() {
    return new ArchivePolicy(
        settings.get(HostingKeys.ARCHIVE_ALL),
        settings.get(HostingKeys.ARCHIVE_WHITELIST),
        settings.get(HostingKeys.ARCHIVE_GRASP_SERVICES),
        settings.get(HostingKeys.ARCHIVE_READ_ONLY));
  }

  /** Returns who counts as a maintainer. */
  public Maintainers.Mode maintainers() {
    return switch (settings.get(HostingKeys.MAINTAINER_MODE)) {
      case RECIPROCAL -> Maintainers.Mode.RECIPROCAL;
      case LISTED -> Maintainers.Mode.LISTED;
    };
  }

  /** Returns how much git data may stay. */
  public Quota quota() {
    return new Quota(
        settings.get(HostingKeys.MAX_REPOSITORY_BYTES), settings.get(HostingKeys.MAX_OWNER_BYTES));
  }

  /** Returns how many bytes of packs may be written anew in an hour; 0 for none. */
  public long upkeepBytesPerHour() {
    return settings.get(HostingKeys.UPKEEP_BYTES_PER_HOUR);
  }

  /** Returns how long objects are kept that nothing needs. */
  public Duration upkeepGrace() {
    return Duration.ofSeconds(settings.get(HostingKeys.UPKEEP_GRACE_SECS));
  }

  /** Returns how much may wait, and how much may stay. */
  public HostingLimits hostingLimits() {
    return new HostingLimits(
        settings.get(HostingKeys.MAX_HELD_EVENTS),
        settings.get(HostingKeys.MAX_HELD_BYTES),
        settings.get(HostingKeys.MAX_HELD_BYTES_PER_IDENTIFIER),
        settings.get(HostingKeys.MAX_HELD_PER_REPOSITORY),
        settings.get(HostingKeys.MAX_LANE_QUEUE),
        settings.get(HostingKeys.MAX_IDENTIFIER_BYTES),
        settings.get(HostingKeys.MAX_HISTORY_ANSWERS),
        new NewRepositoryRates(
            settings.get(HostingKeys.MAX_NEW_REPOS_PER_HOUR),
            settings.get(HostingKeys.MAX_NEW_REPOS_PER_HOUR_PER_IP)),
        settings.get(HostingKeys.MAX_UNSIGNED_PUSH_BYTES),
        settings.get(HostingKeys.MAX_UNSIGNED_PUSHES_PER_IP),
        settings.get(HostingKeys.MAX_UNSIGNED_PUSHES),
        settings.get(HostingKeys.MAX_UNSIGNED_BYTES),
        quota());
  }

  /** Returns how many bytes of heap the views of families may take. */
  public long familyCacheBytes() {
    return settings.get(HostingKeys.FAMILY_CACHE_BYTES);
  }

  /** Returns how many commits one decision looks at to learn what served refs lead to. */
  public int historyLooksMax() {
    return settings.get(HostingKeys.MAX_HISTORY_WALK);
  }

  /** Returns how long repositories that are hosted no more are kept. */
  public HoldingTimes holdingTimes() {
    return new HoldingTimes(
        Duration.ofSeconds(settings.get(HostingKeys.HOLDING_RETENTION_SECS)).dividedBy(timeScale()),
        Duration.ofSeconds(settings.get(HostingKeys.HOLDING_CLEANUP_INTERVAL_SECS))
            .dividedBy(timeScale()));
  }

  /** Returns whether events are fetched from other relays; only who hosts has a reason to. */
  public boolean syncs() {
    return hosts() && settings.get(SyncKeys.SYNC_ENABLED);
  }

  /**
   * What sync goes by beside what its machine does.
   *
   * @param refusedKept how long refused announcements and states are kept whole
   * @param refusalsKept how long refused events are not asked for
   */
  public record Sync(
      boolean negentropy,
      int relaysPerRepository,
      int threadMembers,
      Duration refusedKept,
      Duration refusalsKept,
      long peerBytes) {}

  /** Returns how connections to other relays are used. */
  public Sync sync() {
    return new Sync(
        !settings.get(SyncKeys.DISABLE_NEGENTROPY),
        settings.get(SyncKeys.MAX_RELAYS_PER_REPO),
        settings.get(SyncKeys.RECURSIVE_DESCENDANT_LIMIT),
        Duration.ofSeconds(settings.get(SyncKeys.HOT_CACHE_SECS)),
        Duration.ofSeconds(settings.get(SyncKeys.COLD_INDEX_SECS)),
        settings.get(SyncKeys.MAX_PEER_BYTES));
  }

  /** Returns whom to connect to and when. */
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
   * The relays that the operator names: one to start from, and those whose repositories are
   * archived, which nobody may have announced here yet. We are none of them.
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

  /** Returns how git data is hunted for, and how politely. */
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

  /** Returns the room for deletions that hide nothing yet. */
  public DormantRooms dormantRooms(AddressSeal seal) {
    return new DormantRooms(
        Optional.of(seal),
        settings.get(RelayKeys.DORMANT_BYTES_PER_KEY),
        settings.get(RelayKeys.DORMANT_BYTES_PER_ADDRESS),
        settings.get(RelayKeys.DORMANT_BYTES));
  }

  /** Returns the disk for lists of servers of keys that take part in nothing. */
  public long strangerListBytes() {
    return settings.get(RelayKeys.STRANGER_LIST_BYTES);
  }

  /** Returns who looks up names of hosts, each within so much time. */
  public JdkResolver resolver(Duration limit) {
    return new JdkResolver(
        limit, settings.get(SyncKeys.RESOLVER_THREADS), settings.get(SyncKeys.MAX_WAITING_NAMES));
  }

  /** Returns how long a git host may take to list its refs. */
  public Duration advertisementTime() {
    return Duration.ofSeconds(settings.get(SyncKeys.ADVERTISEMENT_SECS));
  }

  /** Returns where outgoing connections may go. */
  public EgressRules egress(List<InetAddress> own) {
    return new EgressRules(
        settings.get(SyncKeys.ALLOW_NON_GLOBAL_TARGETS),
        settings.get(SyncKeys.ALLOW_PLAINTEXT),
        settings.get(SyncKeys.ALLOWED_CIDRS),
        own);
  }

  /** Returns how many times faster the clocks of what waits run; 1 outside tests. */
  public int timeScale() {
    return settings.get(ServiceKeys.TEST_TIME_SCALE);
  }

  /** Returns how many times sooner connections notice that nothing comes; 1 outside tests. */
  public int linkTimeScale() {
    return settings.get(ServiceKeys.TEST_LINK_TIME_SCALE);
  }
}
