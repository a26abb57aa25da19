package dev.graspd.server.ops.pages;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.nostr.ServiceAddress;
import dev.graspd.core.policy.HostingRules;
import dev.graspd.core.policy.room.Quota;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.Refs;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.repo.RepositoryPattern;
import dev.graspd.core.repo.SignedRefs;
import dev.graspd.core.repo.Standing;
import dev.graspd.server.catalogue.CatalogueEntry;
import dev.graspd.server.family.held.HeldEvent;
import dev.graspd.server.family.held.HeldEvent.Missing;
import dev.graspd.server.ops.StartRefused;
import dev.graspd.server.ops.Version;
import dev.graspd.server.ops.config.Config;
import dev.graspd.server.ops.config.MachineSize;
import dev.graspd.server.ops.config.Settings;
import dev.graspd.server.ops.config.Sources;
import dev.graspd.server.ops.pages.RepositoryFacts.Copy;
import dev.graspd.server.ops.pages.RepositoryFacts.Member;
import dev.graspd.server.ops.pages.RepositoryFacts.Position;
import dev.graspd.server.ops.pages.Situation.Hunt;
import dev.graspd.server.ops.pages.Situation.Remote;
import dev.graspd.server.ops.pages.Situation.State;
import dev.graspd.server.ops.pages.Situation.Visit;
import dev.graspd.server.peers.status.SyncOverview;
import dev.graspd.server.peers.status.Views;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Values that pages show, friendly and not. */
public final class Samples {
  public static final PublicKey OWNER =
      PublicKey.parse("7e7e9c42a91bfef19fa929e5fda1b72e0ebc1a4c1141673e2794234d86addf4e");
  public static final RepoAddress REPOSITORY = repository("my repo");

  static final EventId ANNOUNCEMENT = EventId.parse("ef".repeat(32));
  static final Instant AT = Instant.parse("2026-11-16T01:00:00Z");
  static final String HOSTILE = "<script>alert('x')</script>\"><img src=x onerror=y>&amp;\u0000";

  private Samples() {}

  static RepoAddress repository(String identifier) {
    return new RepoAddress(OWNER, new Identifier(identifier));
  }

  static RepositoryFacts facts(RepoAddress address, String words) {
    return facts(address, words, situation(words));
  }

  static RepositoryFacts facts(RepoAddress address, String words, Situation situation) {
    return facts(address, words, situation, Optional.empty());
  }

  static RepositoryFacts facts(
      RepoAddress address, String words, Situation situation, Optional<Copy> archived) {
    SortedMap<RefName, Oid> refs = new TreeMap<>();
    refs.put(new RefName("refs/heads/main"), new Oid("1".repeat(40)));
    refs.put(new RefName("refs/heads/side"), new Oid("2".repeat(40)));
    refs.put(new RefName("refs/tags/v1"), new Oid("3".repeat(40)));
    return new RepositoryFacts(
        address,
        words,
        words,
        List.of(new Member(OWNER, Position.OWNER, Optional.of(words), Optional.of(ANNOUNCEMENT))),
        new Refs(refs, Optional.of(new RefName("refs/heads/main"))),
        SignedRefs.NONE,
        situation,
        archived,
        new Quota(5L << 30, 20L << 30).levels(new Quota.Usage(1_500, 3L << 30)),
        Optional.of(entry(address, words)));
  }

  /** The same repository in the list of all. */
  static CatalogueEntry entry(RepoAddress address, String words) {
    return new CatalogueEntry(
        address,
        ANNOUNCEMENT,
        Optional.of("A tool"),
        Optional.empty(),
        List.of("java"),
        List.of("https://example.org"),
        List.of("wss://relay.example.org"),
        Optional.of("5".repeat(40)),
        Optional.of(
            new CatalogueEntry.Head(new RefName("refs/heads/main"), new Oid("1".repeat(40)))),
        1_700_000_000,
        1_700_000_100,
        false,
        words.length(),
        new CatalogueEntry.Counts(2, 1, 0));
  }

  /** One event is held and misses nothing that is known; no other copies. */
  static Situation held(int kind, boolean lapsed) {
    return new Situation(
        AT,
        Standing.WAITING,
        List.of(
            new HeldEvent(
                EventId.parse("ab".repeat(32)),
                kind,
                OWNER,
                lapsed,
                Missing.NOTHING,
                AT.plusSeconds(123))),
        new Hunt(false, 0, Optional.empty(), List.of()));
  }

  /** A state waits, a pull request has expired; a copy says these words. */
  static Situation situation(String words) {
    Missing commit = new Missing(List.of("4".repeat(40)), 1, true);
    return new Situation(
        AT,
        Standing.SERVED,
        List.of(
            new HeldEvent(
                EventId.parse("ab".repeat(32)), 30618, OWNER, false, commit, AT.plusSeconds(123)),
            new HeldEvent(
                EventId.parse("cd".repeat(32)),
                1618,
                OWNER,
                true,
                commit,
                AT.minusSeconds(86_400))),
        new Hunt(
            true,
            2,
            Optional.of(AT.plusSeconds(60)),
            List.of(
                new Remote(
                    "https://mirror.example.com/r.git",
                    true,
                    State.UNREACHABLE,
                    false,
                    Optional.of(new Visit(AT.minusSeconds(60), "unreachable", words, false)),
                    Optional.empty()),
                new Remote(
                    "https://fork.example.com/r.git",
                    false,
                    State.UNKNOWN,
                    true,
                    Optional.empty(),
                    Optional.empty()))));
  }

  public static RelayInformation information(String name, Optional<HostingRules> hosting) {
    return information(name, hosting, false);
  }

  public static RelayInformation information(
      String name, Optional<HostingRules> hosting, boolean syncs) {
    try {
      Config config =
          new Config(
              Settings.read(
                  Sources.ofEnvironment(
                      Map.of("NGIT_RELAY_NAME", name, "NGIT_RELAY_DESCRIPTION", name)),
                  new MachineSize(2, 1L << 30, path -> 1L << 40)));
      return new RelayInformation(
          OWNER,
          config.presentation("relay.example.org"),
          config.admission(service("/")),
          hosting,
          config.hostingLimits(),
          syncs,
          config.relay(),
          config.web().maxMessageBytes(),
          true,
          new Version("1.2.3", "abc", "https://example.org/graspd"));
    } catch (StartRefused e) {
      throw new AssertionError(e);
    }
  }

  static ServiceAddress service(String basePath) {
    return ServiceAddress.of("relay.example.org", basePath);
  }

  public static HostingRules rules(
      List<RepositoryPattern> whiteList, List<RepositoryPattern> blackList) {
    return new HostingRules(service("/"), OWNER, whiteList, blackList, 100, 10);
  }

  /** The sync pages of a server that follows one relay, whose last error was this. */
  static SyncPages sync(String error) {
    SyncOverview overview =
        Views.overview(List.of(Views.failing("wss://relay.example.net", error)));
    return new SyncPages(
        information("A site", Optional.empty()), service("/"), () -> Optional.of(overview));
  }

  /** A site whose only repository is a copy. */
  static SitePages archive(Copy copy) {
    return new SitePages(
        information("A site", Optional.of(rules(List.of(), List.of()))),
        service("/"),
        address -> Optional.of(facts(address, "A tool", situation("x"), Optional.of(copy))));
  }

  /** A site whose only repository waits for its first push. */
  static SitePages waiting() {
    return new SitePages(
        information("A site", Optional.of(rules(List.of(), List.of()))),
        service("/"),
        address -> {
          RepositoryFacts full = facts(address, "A tool");
          return Optional.of(
              new RepositoryFacts(
                  address,
                  full.name(),
                  full.description(),
                  full.members(),
                  Refs.NONE,
                  SignedRefs.NONE,
                  full.situation(),
                  full.archived(),
                  full.room(),
                  full.entry()));
        });
  }

  /** The site of a server that hosts one repository, described in these words. */
  public static SitePages site(String words) {
    return new SitePages(
        information(
            words.isBlank() ? "A site" : words.replace("\u0000", ""),
            Optional.of(rules(List.of(), List.of()))),
        service("/"),
        address ->
            address.equals(REPOSITORY) ? Optional.of(facts(address, words)) : Optional.empty());
  }
}
