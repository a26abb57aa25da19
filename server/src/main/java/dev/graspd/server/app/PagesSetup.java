package dev.graspd.server.app;

import dev.graspd.core.policy.AdmissionRules;
import dev.graspd.server.catalogue.Catalogue;
import dev.graspd.server.diary.Diary;
import dev.graspd.server.hunt.HuntReadings;
import dev.graspd.server.ops.DiskWatch;
import dev.graspd.server.ops.Lifecycle;
import dev.graspd.server.ops.Pages;
import dev.graspd.server.ops.RelayInformation;
import dev.graspd.server.ops.ServerKey;
import dev.graspd.server.ops.Version;
import dev.graspd.server.ops.config.Config;
import dev.graspd.server.ops.metrics.ServerMetrics;
import dev.graspd.server.ops.pages.CataloguePages;
import dev.graspd.server.ops.pages.RepositoryFacts;
import dev.graspd.server.ops.pages.SitePages;
import dev.graspd.server.ops.pages.SyncPages;
import dev.graspd.server.ops.pages.WhyPages;
import dev.graspd.server.peers.SyncReadings;
import dev.graspd.server.store.lmdb.LmdbEventStore;
import dev.graspd.server.upkeep.UpkeepReadings;
import java.net.InetSocketAddress;
import java.time.InstantSource;
import java.util.Optional;

/** Builds the pages, for browsers and for programs, from what the other parts let be read. */
final class PagesSetup {
  /**
   * What they are built from.
   *
   * @param bound where the server listens
   */
  record Ground(
      Config config,
      ServerKey key,
      InetSocketAddress bound,
      AdmissionRules rules,
      LmdbEventStore store,
      Optional<HostingSetup> hosting,
      Optional<Catalogue> catalogue,
      SyncReadings sync,
      HuntReadings hunt,
      Lifecycle lifecycle,
      DiskWatch disks,
      ServerMetrics metrics,
      Diary diary,
      InstantSource clock) {}

  private PagesSetup() {}

  static Pages build(Ground ground) {
    Config config = ground.config;
    RelayInformation information = information(ground);
    return new Pages(
        ground.lifecycle,
        ground.metrics,
        config.metrics().enabled(),
        information,
        ground.disks::troubles,
        new SitePages(information, config.serviceAt(ground.bound), repositories(ground)),
        new CataloguePages(config.serviceAt(ground.bound), ground.catalogue),
        new SyncPages(
            information, config.serviceAt(ground.bound), ground.sync, () -> upkeep(ground)),
        new WhyPages(why(ground)));
  }

  private static RelayInformation information(Ground ground) {
    Config config = ground.config;
    return new RelayInformation(
        ground.key.publicKey(),
        config.presentation(config.domainAt(ground.bound)),
        ground.rules,
        ground.hosting.map(HostingSetup::rules),
        config.hostingLimits(),
        config.syncs(),
        config.relay(),
        config.web().maxMessageBytes(),
        Version.current());
  }

  private static RepositoryFacts.Source repositories(Ground ground) {
    return ground
        .hosting
        .map(HostingSetup::host)
        .<RepositoryFacts.Source>map(host ->
            new HostedFacts(host.repositories(), host.readings(), ground.hunt, ground.clock))
        .orElse(RepositoryFacts.Source.NONE);
  }

  private static UpkeepReadings upkeep(Ground ground) {
    return ground.hosting.map(one -> one.upkeep().readings()).orElse(UpkeepReadings.NONE);
  }

  private static WhyAnswers why(Ground ground) {
    return new WhyAnswers(
        ground.diary,
        ground.store,
        ground.store,
        ground.store,
        ground.hosting.map(HostingSetup::host),
        ground.hunt,
        ground.clock);
  }
}
