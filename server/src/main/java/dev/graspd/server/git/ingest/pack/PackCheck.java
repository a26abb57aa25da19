package dev.graspd.server.git.ingest.pack;

import dev.graspd.core.repo.Oid;
import dev.graspd.server.git.ingest.budget.EntryRoom;
import dev.graspd.server.git.ingest.budget.IngestFaults;
import dev.graspd.server.git.ingest.budget.PackBudget;
import dev.graspd.server.git.ingest.budget.RefusedException;
import dev.graspd.server.git.objects.ObjectStores;
import dev.graspd.server.git.objects.OuterObjects;
import dev.graspd.server.git.objects.Room;
import java.io.IOException;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;

/** Checks a scanned pack, and completes it if it is thin. Used once, by one thread. */
record PackCheck(
    Room room,
    PackScan.Scanned scanned,
    Path file,
    SortedSet<Oid> excused,
    PackBudget budget,
    PackIngest.Progress progress,
    EntryRoom.Share outerRoom) {
  /** A base outside of the pack up to this size stays in memory while its deltas are resolved. */
  private static final int KEPT_BASE_BYTES_MAX = 16 << 20;

  /**
   * A pack that passed, except for the checks of these objects.
   *
   * @param checksum of the pack, completed if it was thin
   * @param gitmodules blobs to check
   * @param outer published objects that it builds on
   */
  record Checked(byte[] checksum, SortedSet<ObjectId> gitmodules, OuterObjects outer) {}

  Checked check() throws IOException {
    try (ObjectStores.Lease reading = room.reading();
        Published published = new Published(reading);
        MappedPack pack = new MappedPack(file)) {
      PackEntries entries = scanned.entries();
      OuterObjects builtOn = new OuterObjects();
      References references = new References(entries, published, builtOn, outerRoom);
      ObjectExaminer examiner = new ObjectExaminer(references, excused, budget);
      int all = entries.count();
      DeltaResolver resolver =
          new DeltaResolver(
              entries,
              scanned.deltas(),
              pack,
              budget,
              examiner,
              done -> progress.checked(done, all));
      resolver.resolveInner();
      SortedMap<ObjectId, Integer> outer = resolveOuter(resolver, published);
      references.requireAll();
      // An object that was missing before all deltas were resolved may be one of them.
      builtOn.removeIf(id -> entries.find(id) != PackEntries.NONE);
      outer.forEach(builtOn::addBase);
      byte[] checksum = outer.isEmpty() ? scanned.checksum() : completed(outer, published);
      return new Checked(checksum, examiner.gitmodules(), builtOn);
    }
  }

  /** Makes the deltas on published objects; returns these bases, with their kinds. */
  private SortedMap<ObjectId, Integer> resolveOuter(DeltaResolver resolver, Published published)
      throws IOException {
    PackEntries entries = scanned.entries();
    Deltas deltas = scanned.deltas();
    SortedMap<ObjectId, Integer> outer = new TreeMap<>();
    for (int n = 0; n < deltas.refCount(); n++) {
      ObjectId base = deltas.refBase(n);
      if (entries.kind(deltas.refChild(n)) != 0 || entries.find(base) != PackEntries.NONE) {
        continue;
      }
      int kind = published.kindOf(base);
      if (kind != Constants.OBJ_BAD) {
        outer.put(base, kind);
        resolver.resolveOuter(kind, outerBase(base, published), deltas.waitingFor(base));
      }
    }
    requireAllResolved();
    return outer;
  }

  private DeltaResolver.OuterBase outerBase(ObjectId base, Published published) throws IOException {
    byte[] content = published.read(base, budget.limits().objectBytes());
    budget.requireRoomFor(content.length);
    return content.length <= KEPT_BASE_BYTES_MAX
        ? () -> content
        : () -> published.read(base, budget.limits().objectBytes());
  }

  private void requireAllResolved() throws RefusedException {
    Deltas deltas = scanned.deltas();
    for (int n = 0; n < deltas.refCount(); n++) {
      if (scanned.entries().kind(deltas.refChild(n)) == 0) {
        throw IngestFaults.missing(deltas.refBase(n).name(), "base");
      }
    }
    if (scanned.entries().unknown() != 0) {
      throw IngestFaults.broken("a delta has no base");
    }
  }

  private byte[] completed(SortedMap<ObjectId, Integer> outer, Published published)
      throws IOException {
    ThinPack thin = new ThinPack(file, scanned.entries(), scanned.bytes());
    for (var base : outer.entrySet()) {
      byte[] content = published.read(base.getKey(), budget.limits().objectBytes());
      thin.add(base.getValue(), base.getKey(), content);
      budget.checkTime();
    }
    return thin.finish();
  }
}
