package dev.graspd.server.ops.data;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.server.ops.data.DiskWatch.Disk;
import dev.graspd.server.ops.data.DiskWatch.Place;
import dev.graspd.server.ops.data.DiskWatch.Room;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DiskWatchTest {
  private static final long RESERVE = 1L << 30;

  private final AtomicLong relay = new AtomicLong(10 * RESERVE);
  private final AtomicLong git = new AtomicLong(10 * RESERVE);
  private final DiskWatch watch =
      new DiskWatch(
          Map.of(
              Disk.RELAY, new Place(Path.of("relay"), relay::get),
              Disk.GIT, new Place(Path.of("git"), git::get)),
          RESERVE);

  @ParameterizedTest
  @CsvSource({
    "0, 0, ENOUGH",
    "0, 100, NONE",
    "99, 100, NONE",
    "100, 100, LITTLE",
    "199, 100, LITTLE",
    "200, 100, ENOUGH",
    "9223372036854775807, 100, ENOUGH"
  })
  void roomIsComparedWithTheReserve(long free, long reserve, Room expected) {
    assertThat(Room.of(free, reserve)).isEqualTo(expected);
  }

  @Test
  void eachDiskIsNamedByItsKeyAsLongAsItHasTooLittle() {
    watch.measure();
    assertThat(watch.troubles()).isEmpty();
    git.set(RESERVE + RESERVE / 2);
    watch.measure();
    assertThat(watch.troubles())
        .containsExactly(
            "NGIT_GIT_DATA_PATH: 1.5 GiB free; below 1 GiB (NGIT_MIN_FREE_DISK_BYTES) writes will"
                + " be refused");
    relay.set(RESERVE / 2);
    watch.measure();
    assertThat(watch.troubles())
        .hasSize(2)
        .contains(
            "NGIT_RELAY_DATA_PATH: 512 MiB free; writes are refused below 1 GiB"
                + " (NGIT_MIN_FREE_DISK_BYTES)");
    relay.set(10 * RESERVE);
    git.set(10 * RESERVE);
    watch.measure();
    assertThat(watch.troubles()).isEmpty();
  }

  @Test
  void diskThatCannotBeReadKeepsNoOtherFromIt() {
    DiskWatch one =
        new DiskWatch(
            Map.of(
                Disk.RELAY,
                new Place(
                    Path.of("relay"),
                    () -> {
                      throw new UncheckedIOException(new IOException("gone"));
                    }),
                Disk.GIT,
                new Place(Path.of("git"), () -> 0)),
            RESERVE);
    one.measure();
    assertThat(one.troubles()).singleElement().asString().startsWith("NGIT_GIT_DATA_PATH: ");
  }
}
