package dev.graspd.server.git.objects;

import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.ObjectsHere;
import dev.graspd.core.repo.Oid;
import dev.graspd.server.base.FailPoints;
import dev.graspd.server.family.objects.PackDelivery;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import org.eclipse.jgit.internal.storage.file.ObjectDirectory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A delivery in a room of the quarantine. Storing gives the files a second name in the depot; the
 * room is removed when a transaction names the packs. Until then the room names the packs to
 * withdraw, also for the next process.
 */
final class QuarantinedDelivery implements PackDelivery {
  private static final Logger LOG = LoggerFactory.getLogger(QuarantinedDelivery.class);

  private enum State {
    WAITING,
    SHELVED,
    STORED,
    OVER
  }

  private final Room room;
  private final List<Pack> packs;
  private final Optional<PublicKey> onlyFor;
  private State state = State.WAITING;

  QuarantinedDelivery(Room room, List<Pack> packs) {
    this(room, packs, Optional.empty());
  }

  /**
   * Changes nothing.
   *
   * @param onlyFor the only key whose events it counts for
   */
  QuarantinedDelivery(Room room, List<Pack> packs, Optional<PublicKey> onlyFor) {
    this.room = room;
    this.packs = List.copyOf(packs);
    this.onlyFor = onlyFor;
  }

  @Override
  public Identifier family() {
    return room.family();
  }

  @Override
  public ObjectsHere objects() {
    return packs.isEmpty() ? room.stores.of(family()) : room.objects();
  }

  /** The pack may also contain bases that completed a thin pack; they are served. */
  @Override
  public boolean brings(PublicKey signer, Oid id) {
    return onlyFor.map(signer::equals).orElse(true) && room.holds(packs, id);
  }

  @Override
  public SortedSet<Oid> whole(SortedSet<Oid> tips, SortedSet<String> without) {
    List<ObjectDirectory> directories = new ArrayList<>();
    if (!packs.isEmpty()) {
      directories.add(room.own());
    }
    try (ObjectStores.Lease reading = room.reading()) {
      directories.add(reading.directory());
      try (Closure closure = new Closure(directories, without)) {
        return closure.whole(tips);
      }
    }
  }

  @Override
  public List<Pack> packs() {
    return packs;
  }

  @Override
  public void store() throws IOException {
    require(state != State.OVER);
    room.requireNothingGone();
    if (state == State.STORED) {
      // For a transaction that is tried again.
      return;
    }
    state = State.STORED;
    if (!packs.isEmpty()) {
      room.store(packs);
    }
    room.failPoints.reach(FailPoints.STORED);
  }

  @Override
  public void keep() {
    require(state == State.STORED);
    state = State.OVER;
    room.failPoints.reach(FailPoints.BEFORE_KEEP);
    removeRoom();
    room.failPoints.reach(FailPoints.KEPT);
  }

  @Override
  public String shelve() throws IOException {
    if (packs.isEmpty()) {
      throw new IllegalStateException("there is nothing to shelve");
    }
    require(state != State.OVER);
    if (state != State.SHELVED) {
      putOnShelf();
    }
    return room.directory().getFileName().toString();
  }

  private void putOnShelf() throws IOException {
    room.requireNothingGone();
    if (state == State.STORED) {
      withdraw();
    }
    state = State.WAITING;
    room.sync(packs);
    room.release();
    state = State.SHELVED;
    room.failPoints.reach(FailPoints.SHELVED);
  }

  @Override
  public void close() {
    State before = state;
    state = State.OVER;
    if (room.stores.hasFailed()) {
      room.release();
      return;
    }
    switch (before) {
      case WAITING -> removeRoom();
      case STORED -> {
        withdrawQuietly();
        removeRoom();
      }
      case SHELVED -> {
        room.release();
        room.leave();
      }
      case OVER -> {}
    }
  }

  private void withdraw() throws IOException {
    room.failPoints.reach(FailPoints.BEFORE_WITHDRAWAL);
    room.withdraw(packs);
  }

  private void withdrawQuietly() {
    try {
      withdraw();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** If this fails, the next start removes the room. */
  private void removeRoom() {
    try {
      room.remove();
    } catch (UncheckedIOException e) {
      LOG.warn("quarantine {} cannot be removed", room.directory().getFileName(), e);
    }
  }

  private void require(boolean isRightTime) {
    if (!isRightTime) {
      throw new IllegalStateException("delivery is " + state);
    }
  }
}
