package dev.graspd.server.hosting;

import dev.graspd.core.hunt.domain.CloneUrl;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.repo.Announcement;
import dev.graspd.core.repo.Identifier;
import dev.graspd.server.base.ForeignEvents;
import dev.graspd.server.family.HostedSearch;
import dev.graspd.server.family.ended.Deletions;
import dev.graspd.server.family.held.HeldIndex;
import dev.graspd.server.family.hunt.HuntLanding;
import java.util.Optional;

/**
 * Finds hosted families and families with lapsed events, if their events name other servers: page
 * by page, from the store's index of hosts.
 */
record HostedFamilies(ForeignEvents foreign, HeldIndex held, HostingPolicy policy)
    implements HostedSearch {
  @Override
  public void run(Found found) throws InterruptedException {
    ForeignEvents.Reader<InterruptedException> reader =
        (event, isServed) -> pass(event, isServed, found);
    foreign.forEach(reader);
    for (Identifier family : HuntLanding.remembered(held)) {
      found.uncertain(family);
    }
  }

  private void pass(Event event, boolean isServed, Found found) throws InterruptedException {
    Optional<Announcement> announcement = Announcement.of(event);
    if (announcement.filter(one -> !namesOtherPlaces(one)).isPresent()) {
      // Other relays are no place to fetch from.
      return;
    }
    if (announcement.filter(one -> isServed && policy.keepsRepository(one)).isPresent()) {
      found.hosted(event.id(), announcement.get().identifier());
      return;
    }
    for (Identifier family : Deletions.familiesOf(event)) {
      found.uncertain(family);
    }
  }

  private boolean namesOtherPlaces(Announcement announcement) {
    return announcement.cloneUrls().stream()
        .flatMap(text -> CloneUrl.parse(text).stream())
        .anyMatch(url -> !policy.rules().service().contains(url.text()));
  }
}
