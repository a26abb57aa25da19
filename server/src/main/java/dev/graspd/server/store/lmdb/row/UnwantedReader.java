package dev.graspd.server.store.lmdb.row;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.store.UnwantedEvent;
import dev.graspd.core.store.UnwantedStore;
import dev.graspd.server.store.lmdb.table.Keys;
import dev.graspd.server.store.lmdb.table.ReadSession;
import dev.graspd.server.store.lmdb.table.ReadSessions;
import dev.graspd.server.store.lmdb.table.Table;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Reads the rows of unwanted events. */
public record UnwantedReader(ReadSessions sessions) implements UnwantedStore {
  @Override
  public Optional<UnwantedEvent> unwanted(EventId id, long nowSeconds) {
    try (ReadSession session = sessions.open()) {
      Keys.putBytes32(session.key(), id);
      ByteBuffer value = session.get(Table.UNWANTED);
      return value == null
          ? Optional.empty()
          : Optional.of(LmdbUnwantedRows.read(id, value)).filter(row -> !row.isOverAt(nowSeconds));
    }
  }

  @Override
  public Run unwanted(long nowSeconds) {
    return new Scan(nowSeconds);
  }

  /** Continues after the last row of the previous slice, even if that row is gone. */
  private final class Scan implements Run {
    private final long nowSeconds;
    private @Nullable EventId last;

    Scan(long nowSeconds) {
      this.nowSeconds = nowSeconds;
    }

    @Override
    public boolean next(int maxWork, Consumer<UnwantedEvent> sink) {
      try (ReadSession session = sessions.open()) {
        boolean found = isPlaced(session);
        for (int work = 0; found && work < maxWork; work++) {
          EventId id = Keys.eventId(session.foundKey(Table.UNWANTED), 0);
          UnwantedEvent row = LmdbUnwantedRows.read(id, session.foundValue(Table.UNWANTED));
          if (!row.isOverAt(nowSeconds)) {
            sink.accept(row);
          }
          last = id;
          found = session.next(Table.UNWANTED);
        }
        return !found;
      }
    }

    private boolean isPlaced(ReadSession session) {
      EventId after = last;
      if (after == null) {
        return session.first(Table.UNWANTED);
      }
      Keys.putBytes32(session.key(), after);
      boolean found = session.seek(Table.UNWANTED, this);
      boolean again = found && Keys.eventId(session.foundKey(Table.UNWANTED), 0).equals(after);
      return again ? session.next(Table.UNWANTED) : found;
    }
  }
}
