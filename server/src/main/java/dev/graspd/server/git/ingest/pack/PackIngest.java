package dev.graspd.server.git.ingest.pack;

import dev.graspd.core.nostr.refusal.Refusal;
import dev.graspd.core.policy.room.Allowance;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Oid;
import dev.graspd.server.base.DurableFiles;
import dev.graspd.server.charge.Payer;
import dev.graspd.server.charge.UnitPool;
import dev.graspd.server.family.objects.PackBase;
import dev.graspd.server.family.objects.PackDelivery;
import dev.graspd.server.git.ingest.budget.EntryRoom;
import dev.graspd.server.git.ingest.budget.IngestFaults;
import dev.graspd.server.git.ingest.budget.IngestLimits;
import dev.graspd.server.git.ingest.budget.PackBudget;
import dev.graspd.server.git.ingest.budget.RefusedException;
import dev.graspd.server.git.ingest.budget.WorkingMemory;
import dev.graspd.server.git.objects.ObjectStores;
import dev.graspd.server.git.objects.Quarantine;
import dev.graspd.server.git.objects.Room;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Takes packs into quarantine, within budgets, checked and complete. Every pack passes here, from a
 * push or from a fetch of ours. Thread-safe.
 */
public final class PackIngest {
  /** The result for a pack. */
  public sealed interface Outcome {
    /** All of it is in quarantine; the caller closes the delivery. */
    record Taken(PackDelivery delivery) implements Outcome {}

    /** Nothing of it is left. */
    record Refused(Refusal refusal) implements Outcome {}
  }

  /** Receives the progress of the check. */
  public interface Progress {
    /** Some objects are checked; called often. */
    void checked(int done, int all);
  }

  private final Quarantine quarantine;
  private final IngestLimits limits;
  private final SortedSet<Oid> excused;
  private final WorkingMemory memory;
  private final EntryRoom entries;
  private final LongSupplier cpuNanos;
  private final LongSupplier freeDiskBytes;
  private final GroundCheck groundCheck;

  /**
   * Takes nothing yet.
   *
   * @param excused historic objects that are accepted despite a fault for fsck
   * @param cpuNanos the time that the calling thread has worked
   * @param freeDiskBytes of the disk of the quarantine
   */
  public PackIngest(
      Quarantine quarantine,
      IngestLimits limits,
      SortedSet<Oid> excused,
      LongSupplier cpuNanos,
      LongSupplier freeDiskBytes) {
    this.quarantine = quarantine;
    this.limits = limits;
    this.excused = Collections.unmodifiableSortedSet(new TreeSet<>(excused));
    this.memory = new WorkingMemory(limits.liveBytes(), limits.checks().memoryWait());
    this.groundCheck = new GroundCheck(limits.checks().searchWait());
    this.entries = new EntryRoom(limits.packObjects());
    this.cpuNanos = cpuNanos;
    this.freeDiskBytes = freeDiskBytes;
  }

  /**
   * Reads a pack to its end and checks it.
   *
   * @param payer the sender: payers take turns in checks of packs
   * @param allowance for this pack, beside the limit of all packs
   * @param base the objects that it may build on, read when it has arrived
   * @throws IOException if the stream fails, or the disk does; nothing of the pack is left then
   */
  public Outcome take(
      Payer payer,
      Identifier family,
      InputStream pack,
      Allowance allowance,
      Progress progress,
      Supplier<PackBase> base)
      throws IOException {
    try (Room room = quarantine.open(family);
        EntryRoom.Share known = entries.share();
        EntryRoom.Share outer = entries.share()) {
      Arriving arriving = new Arriving(payer, room, known, outer, progress, base);
      return new Outcome.Taken(received(arriving, pack, allowance));
    } catch (RefusedException e) {
      return new Outcome.Refused(e.refusal());
    }
  }

  /** A pack that arrives, with its collaborators. */
  private record Arriving(
      Payer payer,
      Room room,
      EntryRoom.Share known,
      EntryRoom.Share outer,
      Progress progress,
      Supplier<PackBase> base) {}

  private PackDelivery received(Arriving arriving, InputStream in, Allowance allowance)
      throws IOException {
    Room room = arriving.room();
    Allowance most = allowance.and(Allowance.ofPack(limits.pushBytes()));
    PackBudget budget = new PackBudget(limits, most, cpuNanos);
    requireFreeDisk();
    Path file = room.makePacks().resolve("incoming");
    PackScan.Scanned scanned = spooled(in, file, budget, arriving.known());
    if (scanned.entries().count() == 0) {
      return quarantine.nothing(room.family());
    }
    PackCheck.Checked checked;
    try (UnitPool.Taken _ = memory.take(arriving.payer(), scanned.liveBytes())) {
      checked =
          new PackCheck(room, scanned, file, excused, budget, arriving.progress(), arriving.outer())
              .check();
    }
    PackBase base = arriving.base().get();
    if (checked.outer().size() > 0) {
      groundCheck.require(arriving.payer(), room, checked.outer(), base, budget);
    }
    PackDelivery.Pack pack = indexed(room, file, scanned.entries(), checked.checksum());
    if (!checked.gitmodules().isEmpty()) {
      try (ObjectStores.Lease reading = room.reading()) {
        new GitmodulesCheck(excused, budget)
            .check(checked.gitmodules(), List.of(room.own(), reading.directory()));
      }
    }
    return room.deliver(List.of(pack), base.onlyFor());
  }

  private PackScan.Scanned spooled(
      InputStream in, Path file, PackBudget budget, EntryRoom.Share known) throws IOException {
    try (OutputStream out = DurableFiles.create(file)) {
      return new PackScan(new SpooledInput(in, out, budget, freeDiskBytes), budget, known).scan();
    }
  }

  private static PackDelivery.Pack indexed(
      Room room, Path file, PackEntries entries, byte[] checksum) throws IOException {
    String name = room.packName(checksum);
    Path pack = Files.move(file, file.resolveSibling(name + ".pack"));
    PackIndexFile.write(file.resolveSibling(name + ".idx"), entries, checksum);
    return new PackDelivery.Pack(name, Files.size(pack));
  }

  private void requireFreeDisk() throws RefusedException {
    if (freeDiskBytes.getAsLong() < limits.freeDiskBytes()) {
      throw IngestFaults.storageFull();
    }
  }

  /** Returns the places for searches in a whole history. */
  UnitPool deepSearches() {
    return groundCheck.deepSearches();
  }
}
