package dev.graspd.server.git.ingest.budget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import org.junit.jupiter.api.Test;

class EntryRoomTest {
  private static final int MOST = 32 * EntryRoom.BLOCK_ENTRIES;

  private final EntryRoom room = new EntryRoom(MOST);

  private static int grown(EntryRoom.Share share) {
    int blocks = 0;
    while (blocks < 1_000) {
      int next = (blocks + 1) * EntryRoom.BLOCK_ENTRIES;
      if (catchThrowable(() -> share.grow(next)) != null) {
        return blocks;
      }
      blocks++;
    }
    return blocks;
  }

  @Test
  void onePackMayHaveTheMostEntries() {
    try (EntryRoom.Share largest = room.share()) {
      assertThat(grown(largest)).isGreaterThanOrEqualTo(32);
    }
  }

  @Test
  void largestPackLeavesRoomForTheBeginningOfAnother() {
    try (EntryRoom.Share largest = room.share();
        EntryRoom.Share usual = room.share()) {
      grown(largest);
      assertThat(grown(usual)).isEqualTo(EntryRoom.BEGINNING_BLOCKS);
    }
  }

  @Test
  void allIsGivenBack() {
    for (int i = 0; i < 3; i++) {
      try (EntryRoom.Share largest = room.share();
          EntryRoom.Share usual = room.share()) {
        assertThat(grown(largest)).isEqualTo(33);
        assertThat(grown(usual)).isEqualTo(EntryRoom.BEGINNING_BLOCKS);
      }
    }
  }
}
