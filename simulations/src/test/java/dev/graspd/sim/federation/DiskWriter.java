package dev.graspd.sim.federation;

import dev.graspd.core.hunt.Urgency;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.policy.Settlement;
import dev.graspd.core.repo.ArrivedTip;
import dev.graspd.core.repo.Family;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.Standing;
import dev.graspd.sim.sync.SimRelay;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The one way to change a server's disk. Every change is checked, and told to both machines. */
final class DiskWriter {
  /**
   * What becomes of a family.
   *
   * @param renewed what gets its full time again
   * @param urgency how soon what waits now is hunted for
   * @param brought objects that come with it
   */
  record Change(
      Family before,
      Family joined,
      Settlement settlement,
      Optional<Event> arrival,
      Collection<EventId> renewed,
      Optional<Urgency> urgency,
      SortedSet<Oid> brought) {}

  private final Node node;
  private final Disk disk;
  private final News news;

  DiskWriter(Node node, News news) {
    this.node = node;
    this.disk = node.disk;
    this.news = news;
  }

  void write(Change change) {
    Family after = change.settlement().applyTo(change.joined());
    disk.put(after);
    disk.putArrived(
        after.identifier(),
        ArrivedTip.remembered(
            after, disk.arrived(after.identifier()), (_, id) -> change.brought().contains(id)));
    Map<EventId, Event> concerned = new TreeMap<>();
    change.arrival().ifPresent(event -> concerned.put(event.id(), event));
    SortedSet<EventId> named = new TreeSet<>(change.before().basis().keySet());
    named.addAll(change.joined().basis().keySet());
    named.forEach(id -> concerned.computeIfAbsent(id, disk::known));
    SortedMap<EventId, Standing> standings = after.basis();
    for (Event event : concerned.values()) {
      @Nullable Standing standing =
          change.settlement().released().contains(event.id())
              ? Standing.SERVED
              : standings.get(event.id());
      settle(event, after.identifier(), standing, change.renewed().contains(event.id()));
    }
    Safety.check(node, after);
    news.changed(change, after);
  }

  /** Keeps something that waits, or is remembered. */
  void hold(Disk.Wait wait) {
    disk.waits.put(wait.event().id(), wait);
    node.schedule(wait);
  }

  private void settle(
      Event event, Identifier home, @Nullable Standing standing, boolean isRenewed) {
    EventId id = event.id();
    if (standing == Standing.SERVED) {
      disk.waits.remove(id);
      serve(event);
    } else if (standing == Standing.WAITING) {
      if (isRenewed || !disk.waits.containsKey(id)) {
        hold(new Disk.Wait(event, home, false, node.upNanos() + Node.LIFE.toNanos()));
      }
    } else if (standing == null) {
      disk.waits.remove(id);
      remove(event);
    }
  }

  void serve(Event event) {
    if (disk.served.containsKey(event.id())) {
      return;
    }
    for (Event other : List.copyOf(disk.served.values())) {
      if (SimRelay.isSameAddress(other, event)) {
        remove(other);
      }
    }
    disk.served.put(event.id(), event);
    disk.unwanted.remove(event.id());
    node.relay.publish(event);
    news.served(event);
  }

  private void remove(Event event) {
    disk.served.remove(event.id());
    node.relay.stored.remove(event);
    disk.unwanted.put(event.id(), event);
  }
}
