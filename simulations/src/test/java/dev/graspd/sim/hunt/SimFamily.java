package dev.graspd.sim.hunt;

import dev.graspd.core.hunt.domain.CloneUrl;
import dev.graspd.core.hunt.missing.MissingData;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Oid;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** What our server has on disk of one family: objects, and events that wait for others. */
final class SimFamily {
  /** An event that waits: for what, where that may be, and until when. */
  record Held(long number, SortedSet<Oid> wanted, SortedSet<CloneUrl> places, long untilNanos) {}

  final Identifier name;
  final SortedSet<CloneUrl> urls;
  final SortedSet<Oid> here = new TreeSet<>();
  final SortedMap<Long, Held> held = new TreeMap<>();
  final SortedMap<Long, Held> remembered = new TreeMap<>();
  boolean isHosted;

  SimFamily(Identifier name, SortedSet<CloneUrl> urls) {
    this.name = name;
    this.urls = urls;
  }

  MissingData missingData() {
    SortedMap<CloneUrl, SortedSet<Oid>> places = new TreeMap<>();
    if (isHosted) {
      urls.forEach(url -> places.put(url, new TreeSet<>()));
    }
    for (Held event : held.values()) {
      for (CloneUrl url : event.places()) {
        places.computeIfAbsent(url, _ -> new TreeSet<>()).addAll(missing(event));
      }
    }
    SortedSet<CloneUrl> offered = new TreeSet<>(places.keySet());
    offered.removeAll(urls);
    return new MissingData(name, places, offered, isHosted);
  }

  SortedSet<Oid> missing(Held event) {
    SortedSet<Oid> missing = new TreeSet<>(event.wanted());
    missing.removeAll(here);
    return missing;
  }

  /** Objects came: events that have everything do not wait any more. */
  void take(SortedSet<Oid> objects) {
    here.addAll(objects);
    held.values().removeIf(event -> here.containsAll(event.wanted()));
    remembered.values().removeIf(event -> here.containsAll(event.wanted()));
  }
}
