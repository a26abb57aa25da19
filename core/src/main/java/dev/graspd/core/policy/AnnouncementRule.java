package dev.graspd.core.policy;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventHead;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.nostr.refusal.EventReason;
import dev.graspd.core.repo.Announcement;
import dev.graspd.core.repo.Family;
import dev.graspd.core.repo.Family.Announced;
import dev.graspd.core.repo.HostingMode;
import dev.graspd.core.repo.Standing;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/** Kind 30617 (grasp.md, G01-10 and G01-11). */
final class AnnouncementRule {
  private AnnouncementRule() {}

  static Admission decide(Event event, Facts facts, HostingRules rules) {
    Optional<Announcement> parsed = Announcement.of(event);
    if (parsed.isEmpty()) {
      return refuse(EventReason.ANNOUNCEMENT_WITHOUT_NAME);
    }
    Announcement announcement = parsed.get();
    if (announcement.isPrivate()) {
      return refuse(EventReason.PRIVATE_REPOSITORY);
    }
    if (rules.isBlackListed(announcement.address())) {
      return refuse(EventReason.REPOSITORY_UNWELCOME);
    }
    Family family = facts.family(announcement.identifier());
    Optional<Announced> own = family.announcementOf(announcement.author());
    if (own.isPresent() && isNewer(own.get().announcement(), announcement)) {
      return new Admission.Outdated();
    }
    return rules
        .hosting(announcement, family)
        .map(hosting -> join(family, own, announcement, hosting))
        .orElseGet(() -> without(family, own, announcement, rules));
  }

  private static boolean isNewer(Announcement known, Announcement offered) {
    return !known.event().id().equals(offered.event().id())
        && EventHead.NEWEST_FIRST.compare(known.event(), offered.event()) < 0;
  }

  private static Admission join(
      Family family, Optional<Announced> own, Announcement announcement, HostingMode hosting) {
    boolean served =
        !hosting.hasRepository()
            || own.filter(one -> one.standing() == Standing.SERVED && one.isRepository())
                .isPresent();
    Announced joined =
        new Announced(announcement, served ? Standing.SERVED : Standing.WAITING, hosting);
    SortedSet<PublicKey> renewed = new TreeSet<>();
    if (!served) {
      renewed.add(announcement.author());
    }
    return new Admission.Join(family.with(joined), Collections.unmodifiableSortedSet(renewed), "");
  }

  private static Admission without(
      Family family, Optional<Announced> own, Announcement announcement, HostingRules rules) {
    if (own.filter(one -> one.hosting().hasRepository()).isPresent()) {
      return new Admission.StopHosting(
          family.without(own.get().announcement().event().id()),
          own.get().announcement().event().id());
    }
    return rules.lists(announcement)
        ? refuse(EventReason.REPOSITORY_UNWELCOME)
        : new Admission.Refuse(
            EventReason.ANNOUNCEMENT_ELSEWHERE.saying(
                "announcement must list " + rules.service().text() + " in clone and relays"));
  }

  private static Admission refuse(EventReason reason) {
    return new Admission.Refuse(reason.refusal());
  }
}
