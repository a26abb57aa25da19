package dev.graspd.server.ops.data;

import dev.graspd.core.policy.room.ByteSize;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches the free space of the data disks. The log reports each change once, {@code /readyz}
 * reports a lack of space as long as it lasts. For one thread; {@link #troubles} is for all.
 */
public final class DiskWatch {
  private static final Logger LOG = LoggerFactory.getLogger(DiskWatch.class);
  private static final String RESERVE_KEY = "NGIT_MIN_FREE_DISK_BYTES";

  /** Warns the operator below this multiple of the reserve. */
  private static final int WARNED_FROM = 2;

  /** The disk of a data directory; both may be the same. */
  public enum Disk {
    RELAY("NGIT_RELAY_DATA_PATH"),
    GIT("NGIT_GIT_DATA_PATH");

    private final String key;

    Disk(String key) {
      this.key = key;
    }
  }

  enum Room {
    ENOUGH,
    /** Writes will be refused soon. */
    LITTLE,
    /** Writes are refused. */
    NONE;

    static Room of(long freeBytes, long reserveBytes) {
      if (freeBytes < reserveBytes) {
        return NONE;
      }
      return freeBytes / WARNED_FROM < reserveBytes ? LITTLE : ENOUGH;
    }
  }

  public record Place(Path directory, LongSupplier freeBytes) {}

  private final Map<Disk, Place> places;
  private final long reserveBytes;
  private final Map<Disk, Room> told = new EnumMap<>(Disk.class);
  private volatile List<String> troubles = List.of();

  public DiskWatch(Map<Disk, Place> places, long reserveBytes) {
    this.places = new EnumMap<>(places);
    this.reserveBytes = reserveBytes;
  }

  /** Returns a sentence for each disk that has too little space, from the last measurement. */
  public List<String> troubles() {
    return troubles;
  }

  public void measure() {
    List<String> found = new ArrayList<>();
    places.forEach((disk, place) -> {
      try {
        measure(disk, place, found);
      } catch (UncheckedIOException e) {
        LOG.warn("{}: free space cannot be read: {}", disk.key, e.getMessage());
      }
    });
    troubles = List.copyOf(found);
  }

  private void measure(Disk disk, Place place, List<String> found) {
    long free = place.freeBytes.getAsLong();
    Room room = Room.of(free, reserveBytes);
    Room before = told.getOrDefault(disk, Room.ENOUGH);
    told.put(disk, room);
    String words = words(free, room);
    if (room != Room.ENOUGH) {
      found.add(disk.key + ": " + words);
    }
    if (room == before) {
      return;
    }
    if (room == Room.ENOUGH) {
      LOG.info("{}: the disk of {} has {}", disk.key, place.directory, words);
    } else {
      LOG.warn("{}: the disk of {} has {}", disk.key, place.directory, words);
    }
  }

  private String words(long free, Room room) {
    String left = ByteSize.rough(free) + " free";
    String reserve = ByteSize.rough(reserveBytes) + " (" + RESERVE_KEY + ")";
    return switch (room) {
      case ENOUGH -> left + " again";
      case LITTLE -> left + "; below " + reserve + " writes will be refused";
      case NONE -> left + "; writes are refused below " + reserve;
    };
  }
}
