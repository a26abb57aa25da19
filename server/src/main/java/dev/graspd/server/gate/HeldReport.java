package dev.graspd.server.gate;

import dev.graspd.core.nostr.EventHead;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.Family;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.Standing;
import dev.graspd.core.repo.TipsHere;
import dev.graspd.server.gate.HeldEvent.Missing;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What is held for one owner's repository: announcements of those who speak for it, their states,
 * and pull requests for it. What strangers hold under the same identifier is none of it.
 */
final class HeldReport {
  /** Ids that are named of one event. */
  static final int IDS_MAX = 20;

  /** Objects that are looked for in one report: a reader waits for it. */
  static final int LOOKUPS_MAX = 256;

  private final PublicKey owner;
  private final Family family;
  private final TipsHere here;
  private final Map<EventId, Instant> ends;
  private final Set<Oid> inRefs = new HashSet<>();
  private final List<HeldEvent> report = new ArrayList<>();
  private int lookups;

  private HeldReport(PublicKey owner, Family family, TipsHere here, Map<EventId, Instant> ends) {
    this.owner = owner;
    this.family = family;
    this.here = here;
    this.ends = ends;
    family.allRefs().values().forEach(refs -> inRefs.addAll(refs.values().values()));
  }

  /** Returns announcements, then states, newest first, then pull requests. */
  static List<HeldEvent> of(
      PublicKey owner, Family family, TipsHere here, Map<EventId, Instant> ends) {
    return new HeldReport(owner, family, here, ends).report();
  }

  private List<HeldEvent> report() {
    SortedSet<PublicKey> people = new TreeSet<>(family.membersOf(owner));
    people.add(owner);
    family.announcements().values().stream()
        .filter(one -> people.contains(one.announcement().author()))
        .forEach(one -> add(one.announcement().event(), one.standing(), List.of()));
    family.states().stream()
        .filter(one -> people.contains(one.state().author()))
        .forEach(one -> add(one.state().event(), one.standing(), hexOf(one.state().tips())));
    family.pullRequests().values().stream()
        .filter(one -> one.targets().contains(owner))
        .forEach(one -> add(one.request().event(), one.standing(), List.of(one.request().tip())));
    return List.copyOf(report);
  }

  private static List<String> hexOf(SortedSet<Oid> ids) {
    return ids.stream().map(Oid::hex).toList();
  }

  private void add(EventHead event, Standing standing, List<String> named) {
    @Nullable Instant end = ends.get(event.id());
    if (standing != Standing.SERVED && end != null) {
      report.add(
          new HeldEvent(
              event.id(),
              event.kind(),
              event.author(),
              standing == Standing.LAPSED,
              missing(event.author(), named),
              end));
    }
  }

  private Missing missing(PublicKey signer, List<String> named) {
    List<String> ids = new ArrayList<>();
    int count = 0;
    for (String id : named) {
      // What is longer than git's ids here is never here.
      if (Oid.parse(id).map(one -> isHere(signer, one)).orElse(false)) {
        continue;
      }
      if (lookups > LOOKUPS_MAX) {
        return new Missing(ids, count, false);
      }
      count++;
      if (ids.size() < IDS_MAX) {
        ids.add(id);
      }
    }
    return new Missing(ids, count, true);
  }

  /** What a ref has needs no lookup; beyond the limit nothing is looked for any more. */
  private boolean isHere(PublicKey signer, Oid id) {
    return inRefs.contains(id)
        || (++lookups <= LOOKUPS_MAX && here.to(signer).kindOf(id).isPresent());
  }
}
