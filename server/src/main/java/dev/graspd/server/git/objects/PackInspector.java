package dev.graspd.server.git.objects;

import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.store.PackRecord;
import dev.graspd.server.family.packs.PackHealth;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Checks the files of packs. Thread-safe. */
public record PackInspector(ObjectStores stores, Pace pace) implements PackHealth {
  /** Slows background work down, in favour of clients. */
  @FunctionalInterface
  public interface Pace {
    /** Pauses after so much work. */
    void pause(long workedNanos) throws InterruptedException;
  }

  private static final Logger LOG = LoggerFactory.getLogger(PackInspector.class);

  /** Returns whether at least one file of these packs is there. */
  public static boolean isAnyLeft(Stream<PackRecord> packs, Layout layout) {
    return packs.anyMatch(pack ->
        Stream.of(".pack", ".idx", ObjectStores.ASIDE)
            .map(ending -> layout.packs(pack.family()).resolve(pack.name() + ending))
            .anyMatch(file -> !Files.notExists(file)));
  }

  @Override
  public SortedSet<String> damaged(List<PackRecord> packs, Depth depth)
      throws InterruptedException {
    SortedSet<String> damaged = new TreeSet<>();
    for (PackRecord pack : packs) {
      if (!isSound(pack, depth)) {
        damaged.add(pack.name());
      }
    }
    return damaged;
  }

  private boolean isSound(PackRecord record, Depth depth) throws InterruptedException {
    Path packs = stores.layout().packs(record.family());
    Path pack = packs.resolve(record.name() + ".pack");
    Path index = packs.resolve(record.name() + ".idx");
    try {
      if (!isUsable(record, pack, index)) {
        stores.setAside(record.family(), record.name());
        return false;
      }
      return depth == Depth.QUICK || PackFiles.isAsWritten(pack, pace);
    } catch (FileSystemException e) {
      // Too many open files, or missing rights: this says nothing about the content.
      LOG.warn("pack {} of {} cannot be opened", record.name(), record.family(), e);
      return true;
    } catch (IOException e) {
      LOG.warn("pack {} of {} cannot be read", record.name(), record.family(), e);
      return false;
    }
  }

  private boolean isUsable(PackRecord record, Path pack, Path index)
      throws IOException, InterruptedException {
    return !Files.notExists(pack)
        && !Files.notExists(index)
        && Files.size(pack) == record.bytes()
        && PackFiles.fit(pack, index, pace);
  }

  @Override
  public SortedSet<Oid> whole(Identifier family, SortedSet<Oid> tips, SortedSet<String> without) {
    try (ObjectStores.Lease lease = stores.lease(family);
        Closure closure = new Closure(List.of(lease.directory()), without)) {
      return closure.whole(tips);
    }
  }
}
