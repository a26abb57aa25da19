package dev.graspd.server.gate;

import dev.graspd.core.policy.AdmissionRules;
import dev.graspd.core.policy.HostingRules;
import dev.graspd.core.repo.Announcement;
import dev.graspd.core.repo.Family;
import dev.graspd.core.repo.Maintainers;

/**
 * What hosting goes by.
 *
 * @param strangerListBytes disk for lists of servers of keys that take part in nothing
 * @param historyLooksMax objects that one decision looks at to learn what served refs lead to
 */
public record HostingPolicy(
    AdmissionRules general,
    HostingRules rules,
    Maintainers.Mode maintainers,
    HostingLimits limits,
    String relayUrl,
    HoldingTimes holding,
    DormantRooms dormant,
    long strangerListBytes,
    int historyLooksMax) {
  /** Objects that one decision looks at, usually. */
  public static final int HISTORY_LOOKS = 100_000;

  /** One that keeps every deletion and every list of servers. */
  public HostingPolicy(
      AdmissionRules general,
      HostingRules rules,
      Maintainers.Mode maintainers,
      HostingLimits limits,
      String relayUrl,
      HoldingTimes holding) {
    this(
        general,
        rules,
        maintainers,
        limits,
        relayUrl,
        holding,
        DormantRooms.UNLIMITED,
        Long.MAX_VALUE,
        HISTORY_LOOKS);
  }

  /** One that keeps ended repositories as long as is usual. */
  public HostingPolicy(
      AdmissionRules general,
      HostingRules rules,
      Maintainers.Mode maintainers,
      HostingLimits limits,
      String relayUrl) {
    this(general, rules, maintainers, limits, relayUrl, HoldingTimes.DEFAULT);
  }

  /** Returns whether this server keeps a repository for an announcement that it has accepted. */
  boolean keepsRepository(Announcement announcement) {
    Family unknown = Family.empty(announcement.identifier(), maintainers);
    return rules.hosting(announcement, unknown).filter(kept -> kept.hasRepository()).isPresent();
  }
}
