package dev.graspd.server.hosting;

import dev.graspd.core.policy.AdmissionRules;
import dev.graspd.core.policy.HostingRules;
import dev.graspd.core.policy.ListsText;
import dev.graspd.core.repo.Announcement;
import dev.graspd.core.repo.Family;
import dev.graspd.core.repo.Maintainers;
import dev.graspd.server.family.ended.EndedTimes;
import dev.graspd.server.family.held.HostingLimits;
import dev.graspd.server.gate.DormantRooms;

/**
 * The rules and limits of hosting.
 *
 * @param strangerListBytes disk for lists of servers whose authors take part in no repository
 * @param historyLooksMax objects of history that one decision visits
 * @param release of this software, whose rules a later one may change
 */
public record HostingPolicy(
    AdmissionRules general,
    HostingRules rules,
    Maintainers.Mode maintainers,
    HostingLimits limits,
    String relayUrl,
    EndedTimes endedTimes,
    DormantRooms dormant,
    long strangerListBytes,
    int historyLooksMax,
    String release) {
  /** The usual {@code historyLooksMax}. */
  public static final int HISTORY_LOOKS = 100_000;

  /** Returns all that decides about the refs of a family, as text. */
  String settledBy() {
    return String.join(
        "\n",
        "release " + release,
        "maintainers " + maintainers,
        "submissions " + rules.takesSubmissions(),
        "refs " + rules.maxStateRefs(),
        ListsText.of(rules, general.bannedAuthors()));
  }

  /** Returns whether an accepted announcement has a repository here. */
  boolean keepsRepository(Announcement announcement) {
    Family unknown = Family.empty(announcement.identifier(), maintainers);
    return rules.hosting(announcement, unknown).filter(kept -> kept.hasRepository()).isPresent();
  }
}
