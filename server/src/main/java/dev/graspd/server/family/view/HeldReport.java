package dev.graspd.server.family.view;

import dev.graspd.core.nostr.EventHead;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.Family;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.Standing;
import dev.graspd.core.repo.TipsHere;
import dev.graspd.server.family.held.HeldEvent;
import dev.graspd.server.family.held.HeldEvent.Missing;
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
 * The held events of one owner's repository: announcements and states of its members, and pull
 * requests for it. Events of strangers with the same identifier are left out.
 */
public final class HeldReport {
  /** Most ids shown for one event. */
  static final int IDS_MAX = 20;

  /** Most objects that one report looks up, because a reader waits for it. */
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
  public static List<HeldEvent> of(
      PublicKey owner, Family family, TipsHere here, Map<EventId, Instant> ends) {
    return new HeldReport(owner, family, here, ends).report();
  }

  private List<HeldEvent> report() {
    SortedSet<PublicKey> members = new TreeSet<>(family.membersOf(owner));
    members.add(owner);
    family.announcements().values().stream()
        .filter(one -> members.contains(one.announcement().author()))
        .forEach(one -> add(one.announcement().event(), one.standing(), List.of()));
    family.states().stream()
        .filter(one -> members.contains(one.state().author()))
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
      // Longer ids than SHA-1 are never here.
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

  /** An object of a ref needs no lookup; beyond the limit there is none. */
  private boolean isHere(PublicKey signer, Oid id) {
    return inRefs.contains(id)
        || (++lookups <= LOOKUPS_MAX && here.to(signer).kindOf(id).isPresent());
  }
}
