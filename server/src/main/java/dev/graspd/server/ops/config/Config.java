package dev.graspd.server.ops.config;

import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.nostr.ServiceAddress;
import dev.graspd.core.nostr.TagLimits;
import dev.graspd.core.nostr.message.MessageLimits;
import dev.graspd.core.policy.AdmissionRules;
import dev.graspd.core.policy.ArchivePolicy;
import dev.graspd.core.policy.HostingRules;
import dev.graspd.core.policy.room.NewRepositoryRates;
import dev.graspd.core.policy.room.Quota;
import dev.graspd.core.repo.Maintainers;
import dev.graspd.core.store.ban.BlockLists;
import dev.graspd.server.charge.AddressSeal;
import dev.graspd.server.family.ended.EndedTimes;
import dev.graspd.server.family.held.HostingLimits;
import dev.graspd.server.gate.DormantRooms;
import dev.graspd.server.git.ingest.PushLimits;
import dev.graspd.server.git.ingest.budget.CheckLimits;
import dev.graspd.server.git.ingest.budget.IngestLimits;
import dev.graspd.server.git.serve.request.ServeLimits;
import dev.graspd.server.relay.RelayLimits;
import dev.graspd.server.requests.Detail;
import dev.graspd.server.web.WebSettings;
import dev.graspd.server.web.exchange.ExchangeLimits;
import dev.graspd.server.web.http.RequestLimits;
import dev.graspd.server.web.http.WebTimes;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * The current configuration, as records for each part of the server. Keys without effect are
 * checked, but are not part of it.
 */
public record Config(Settings settings) {
  /**
   * The data directories.
   *
   * @param minFreeDiskBytes free bytes on the disk below which writes are refused
   */
  public record Data(Path relayPath, Path gitPath, Backend backend, long minFreeDiskBytes) {}

  /**
   * The settings of the log.
   *
   * @param requests which requests are logged
   * @param addresses whether these lines name the client's address
   * @param timeScale how many times faster everything happens; 1 outside tests
   */
  public record Log(
      LogLevel level, LogFormat format, Detail requests, boolean addresses, int timeScale) {}

  public record Metrics(boolean enabled, int abuseThreshold) {}

  /** The texts of the NIP-11 document. */
  public record Presentation(String name, String description, Optional<String> contact) {}

  /** Returns the address for clients, once the server listens. */
  public ServiceAddress serviceAt(InetSocketAddress bound) {
    return ServiceAddress.of(domainAt(bound), settings.get(ServiceKeys.BASE_PATH));
  }

  /** Returns host and port for clients: the configured domain, or the bound address. */
  public String domainAt(InetSocketAddress bound) {
    return settings.get(ServiceKeys.DOMAIN).orElseGet(() -> ValueTypes.hostAndPort(bound));
  }

  public Optional<String> givenDomain() {
    return settings.get(ServiceKeys.DOMAIN);
  }

  /** Returns the new name, if the operator renames the service on purpose. */
  public Optional<String> newDomain() {
    return settings.get(ServiceKeys.NEW_DOMAIN);
  }

  /** Shows an address as people write it. */
  public static String hostAndPort(InetSocketAddress address) {
    return ValueTypes.hostAndPort(address);
  }

  public Presentation presentation(String domain) {
    return new Presentation(
        settings.get(ServiceKeys.RELAY_NAME).orElse(domain + " grasp relay"),
        settings.get(ServiceKeys.RELAY_DESCRIPTION),
        settings.get(ServiceKeys.RELAY_CONTACT));
  }

  /** Returns the server's secret key, if the configuration contains it. */
  public Optional<String> ownerNsec() {
    return settings.get(ServiceKeys.RELAY_OWNER_NSEC);
  }

  public Data data() {
    return new Data(
        settings.get(ServiceKeys.RELAY_DATA_PATH),
        settings.get(ServiceKeys.GIT_DATA_PATH),
        settings.get(ServiceKeys.DATABASE_BACKEND),
        settings.get(RelayKeys.MIN_FREE_DISK_BYTES));
  }

  /** Returns whether the server may start without any of its git data. */
  public boolean isGitDataLost() {
    return settings.get(ServiceKeys.GIT_DATA_LOST);
  }

  public String migrationBackup() {
    return settings.get(ServiceKeys.MIGRATION_BACKUP);
  }

  public Log log() {
    return new Log(
        settings.get(ServiceKeys.LOG_LEVEL),
        settings.get(ServiceKeys.LOG_FORMAT),
        settings.get(ServiceKeys.LOG_REQUESTS),
        settings.get(ServiceKeys.LOG_ADDRESSES),
        Math.max(timeScale(), linkTimeScale()));
  }

  public Metrics metrics() {
    return new Metrics(
        settings.get(ServiceKeys.METRICS_ENABLED),
        settings.get(ServiceKeys.METRICS_ABUSE_THRESHOLD));
  }

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

  /** Returns the time of the processor that pages for one address may take in ten minutes. */
  public Duration pageWork() {
    return Duration.ofSeconds(settings.get(WebKeys.PAGE_WORK_SECS));
  }

  /**
   * The settings of pages.
   *
   * @param cacheBytes heap for pages that were made
   * @param codeCacheBytes heap for what is true of code for ever
   * @param threadCacheBytes heap for lists of threads
   * @param downloadCacheBytes disk for downloads of tags
   * @param waitingFileBytes disk for files that clients have not read yet
   */
  public record Site(
      WebKeys.Mode mode,
      boolean isForRobots,
      boolean showsRemoteImages,
      long cacheBytes,
      long codeCacheBytes,
      long threadCacheBytes,
      long downloadCacheBytes,
      long waitingFileBytes) {}

  public Site site() {
    return new Site(
        settings.get(WebKeys.WEB_MODE),
        settings.get(WebKeys.WEB_ROBOTS) == WebKeys.Robots.SOME,
        settings.get(WebKeys.WEB_REMOTE_IMAGES),
        settings.get(WebKeys.PAGE_CACHE_BYTES),
        settings.get(WebKeys.CODE_CACHE_BYTES),
        settings.get(WebKeys.THREAD_CACHE_BYTES),
        settings.get(WebKeys.DOWNLOAD_CACHE_BYTES),
        settings.get(WebKeys.MAX_WAITING_FILE_BYTES));
  }

  public WebTimes webTimes() {
    return WebTimes.DEFAULT.with(
        seconds(RelayKeys.REQUEST_HEAD_SECS),
        seconds(RelayKeys.KEEP_ALIVE_SECS),
        seconds(RelayKeys.MESSAGE_SECS),
        seconds(RelayKeys.STALLED_SECS));
  }

  public ExchangeLimits exchanges() {
    return ExchangeLimits.DEFAULT.with(
        seconds(RelayKeys.STALLED_SECS), seconds(HostingKeys.GIT_BODY_SECS));
  }

  private Duration seconds(Key<Integer> key) {
    return Duration.ofSeconds(settings.get(key));
  }

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

  /** Returns whether there is an index of words. A server that only reads its disk has none. */
  public boolean searches() {
    return settings.get(RelayKeys.SEARCH_ENABLED) && !settings.get(ServiceKeys.READ_ONLY);
  }

  /** Returns the memory limit of waiting ephemeral events. */
  public long ephemeralBytes() {
    return settings.get(RelayKeys.MAX_EPHEMERAL_BYTES);
  }

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

  public int waitingLookups() {
    return settings.get(HostingKeys.MAX_WAITING_LOOKUPS);
  }

  public long gitRequestBytes() {
    return settings.get(HostingKeys.MAX_GIT_REQUEST_BYTES);
  }

  public long packHeapBytes() {
    return settings.get(HostingKeys.MAX_PACK_HEAP_BYTES);
  }

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
    return settings.get(ServiceKeys.RELAY_ACCEPT) == ServiceKeys.Accept.GRASP;
  }

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

  /** Returns the lists that keep something out. */
  public BlockLists blockLists() {
    return new BlockLists(
        settings.get(RelayKeys.EVENT_BLACKLIST), settings.get(HostingKeys.REPOSITORY_BLACKLIST));
  }

  private ArchivePolicy archive() {
    return new ArchivePolicy(
        settings.get(HostingKeys.ARCHIVE_ALL),
        settings.get(HostingKeys.ARCHIVE_WHITELIST),
        settings.get(HostingKeys.ARCHIVE_GRASP_SERVICES),
        settings.get(HostingKeys.ARCHIVE_READ_ONLY));
  }

  public Maintainers.Mode maintainers() {
    return switch (settings.get(HostingKeys.MAINTAINER_MODE)) {
      case RECIPROCAL -> Maintainers.Mode.RECIPROCAL;
      case LISTED -> Maintainers.Mode.LISTED;
    };
  }

  public Quota quota() {
    return new Quota(
        settings.get(HostingKeys.MAX_REPOSITORY_BYTES), settings.get(HostingKeys.MAX_OWNER_BYTES));
  }

  /** Returns how many bytes of packs may be repacked in an hour; 0 for none. */
  public long upkeepBytesPerHour() {
    return settings.get(HostingKeys.UPKEEP_BYTES_PER_HOUR);
  }

  /** Returns how long unreachable objects are kept. */
  public Duration upkeepGrace() {
    return Duration.ofSeconds(settings.get(HostingKeys.UPKEEP_GRACE_SECS));
  }

  /** Returns how long replaced packs stay for readers in other processes. */
  public Duration removalGrace() {
    return Duration.ofSeconds(settings.get(HostingKeys.REMOVAL_GRACE_SECS));
  }

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

  public long familyCacheBytes() {
    return settings.get(HostingKeys.FAMILY_CACHE_BYTES);
  }

  /** Returns how many commits one decision may visit in the history of served refs. */
  public int historyLooksMax() {
    return settings.get(HostingKeys.MAX_HISTORY_WALK);
  }

  public EndedTimes holdingTimes() {
    return new EndedTimes(
        Duration.ofSeconds(settings.get(HostingKeys.HOLDING_RETENTION_SECS)).dividedBy(timeScale()),
        Duration.ofSeconds(settings.get(HostingKeys.HOLDING_CLEANUP_INTERVAL_SECS))
            .dividedBy(timeScale()));
  }

  /** Returns whether events are fetched from other relays; only a hosting server does that. */
  public boolean syncs() {
    return hosts() && settings.get(SyncKeys.SYNC_ENABLED);
  }

  /** Returns what concerns other servers: sync, the hunt, and connections to them. */
  public OutgoingConfig outgoing() {
    return new OutgoingConfig(settings);
  }

  /** Returns the disk limits of dormant deletions. */
  public DormantRooms dormantRooms(AddressSeal seal) {
    return new DormantRooms(
        Optional.of(seal),
        settings.get(RelayKeys.DORMANT_BYTES_PER_KEY),
        settings.get(RelayKeys.DORMANT_BYTES_PER_ADDRESS),
        settings.get(RelayKeys.DORMANT_BYTES));
  }

  /** Returns the disk limit of server lists of unknown keys. */
  public long strangerListBytes() {
    return settings.get(RelayKeys.STRANGER_LIST_BYTES);
  }

  /** Returns how many times faster timers run; 1 outside tests. */
  public int timeScale() {
    return settings.get(ServiceKeys.TEST_TIME_SCALE);
  }

  /** Returns how many times shorter the timeouts of connections are; 1 outside tests. */
  public int linkTimeScale() {
    return settings.get(ServiceKeys.TEST_LINK_TIME_SCALE);
  }
}
