package dev.graspd.server.git.ingest.pack;

import dev.graspd.server.git.ingest.budget.IngestFaults;
import dev.graspd.server.git.ingest.budget.IngestLimits;
import dev.graspd.server.git.ingest.budget.PackBudget;
import dev.graspd.server.git.ingest.budget.RefusedException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.jspecify.annotations.Nullable;

/**
 * Makes every object of a pack once, from bases to deltas, and passes it to an examiner. Memory
 * stays within the budget: bases further up a chain are dropped, and made again when needed. For
 * one thread.
 */
final class DeltaResolver {
  /** Examines each object except blobs. */
  @FunctionalInterface
  interface Examiner {
    void examine(int kind, ObjectId id, byte[] content) throws IOException;
  }

  /** The base of deltas outside of the pack; read again each time. */
  @FunctionalInterface
  interface OuterBase {
    byte[] read() throws IOException;
  }

  /** A base on the way down; {@code content} is absent when it was dropped. */
  private static final class Level {
    final int entry;
    int nextChild;
    byte @Nullable [] content;

    Level(int entry, int firstChild, byte[] content) {
      this.entry = entry;
      this.nextChild = firstChild;
      this.content = content;
    }
  }

  private final PackEntries entries;
  private final Deltas deltas;
  private final MappedPack pack;
  private final PackBudget budget;
  private final Examiner examiner;
  private final IntConsumer progress;
  private final ObjectHash hash = new ObjectHash();
  private final List<Level> levels = new ArrayList<>();
  private @Nullable OuterBase outerBase;
  private long liveBytes;
  private int done;

  DeltaResolver(
      PackEntries entries,
      Deltas deltas,
      MappedPack pack,
      PackBudget budget,
      Examiner examiner,
      IntConsumer progress) {
    this.entries = entries;
    this.deltas = deltas;
    this.pack = pack;
    this.budget = budget;
    this.examiner = examiner;
    this.progress = progress;
  }

  /** Makes all objects whose bases are in the pack. */
  void resolveInner() throws IOException {
    int whole = entries.count();
    for (int entry = 0; entry < whole; entry++) {
      if (entries.kind(entry) != 0 && entries.depth(entry) == 0) {
        deltas.adopt(entry, entries.id(entry));
        root(entry);
      }
    }
  }

  private void root(int entry) throws IOException {
    boolean isBase = deltas.firstChild(entry) != PackEntries.NONE;
    int kind = entries.kind(entry);
    progress.accept(++done);
    if (!isBase && kind == Constants.OBJ_BLOB) {
      return;
    }
    byte[] content = pack.read(entries.offset(entry));
    if (kind != Constants.OBJ_BLOB) {
      examiner.examine(kind, entries.id(entry), content);
    }
    if (isBase) {
      descend(new Level(entry, deltas.firstChild(entry), content), kind);
    }
    budget.step();
  }

  /** Makes the deltas on an object outside of the pack. */
  void resolveOuter(int kind, OuterBase base, int[] children) throws IOException {
    outerBase = base;
    for (int child : children) {
      byte[] content = made(child, base.read());
      identify(child, kind, content, 1);
      descend(new Level(child, deltas.firstChild(child), content), kind);
      budget.step();
    }
    outerBase = null;
  }

  private void descend(Level root, int kind) throws IOException {
    enter(root);
    while (!levels.isEmpty()) {
      Level top = levels.getLast();
      int child = top.nextChild;
      if (child == PackEntries.NONE) {
        drop(top);
        levels.removeLast();
      } else {
        top.nextChild = deltas.nextSibling(child);
        descendTo(child, top, kind);
      }
    }
  }

  private void descendTo(int child, Level top, int kind) throws IOException {
    byte[] content = made(child, content(levels.size() - 1));
    if (top.nextChild == PackEntries.NONE) {
      drop(top);
    }
    identify(child, kind, content, entries.depth(top.entry) + 1);
    if (deltas.firstChild(child) != PackEntries.NONE) {
      enter(new Level(child, deltas.firstChild(child), content));
    }
    budget.step();
  }

  private void identify(int entry, int kind, byte[] content, int depth) throws IOException {
    PackScan.requireDepth(depth, budget.limits());
    entries.setDepth(entry, depth);
    ObjectId id = hash.of(kind, content);
    if (!entries.identify(entry, kind, id)) {
      throw IngestFaults.broken("object " + id.name() + " is in it twice");
    }
    PackScan.requireTreeSize(kind, id, content.length, budget.limits());
    deltas.adopt(entry, id);
    progress.accept(++done);
    if (kind != Constants.OBJ_BLOB) {
      examiner.examine(kind, id, content);
    }
  }

  private byte[] made(int entry, byte[] base) throws RefusedException {
    makeRoom(entries.size(entry));
    return DeltaReader.apply(base, pack.read(entries.offset(entry)), entries.size(entry));
  }

  /** Returns the content of a level, made again from the nearest one above that still has it. */
  private byte[] content(int index) throws IOException {
    int from = index;
    while (from > 0 && levels.get(from).content == null) {
      from--;
    }
    byte[] content = levels.get(from).content;
    if (content == null) {
      content = rootContent(levels.get(from).entry);
    }
    for (int i = from + 1; i <= index; i++) {
      content = made(levels.get(i).entry, content);
      budget.step();
    }
    Level level = levels.get(index);
    if (level.content == null) {
      level.content = content;
      liveBytes += content.length;
    }
    return content;
  }

  private byte[] rootContent(int entry) throws IOException {
    OuterBase outer = outerBase;
    return outer == null ? pack.read(entries.offset(entry)) : made(entry, outer.read());
  }

  private void enter(Level level) {
    byte[] content = level.content;
    liveBytes += content == null ? 0 : content.length;
    levels.add(level);
  }

  private void drop(Level level) {
    byte[] content = level.content;
    liveBytes -= content == null ? 0 : content.length;
    level.content = null;
  }

  /** Drops the bases furthest up until there is room; the last level is the base in use. */
  private void makeRoom(long bytes) throws RefusedException {
    long limit = budget.limits().liveBytes() - IngestLimits.DELTA_BYTES_MAX;
    for (int i = 0; i < levels.size() - 1 && liveBytes + bytes > limit; i++) {
      drop(levels.get(i));
    }
    if (liveBytes + bytes > limit) {
      throw IngestFaults.costly("its deltas need too much memory");
    }
  }
}
