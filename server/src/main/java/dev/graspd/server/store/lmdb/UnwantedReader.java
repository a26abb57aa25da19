package dev.graspd.server.store.lmdb;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.store.Unwanted;
import dev.graspd.core.store.UnwantedStore;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Reads the rows of what sync need not bring. */
final class UnwantedReader implements UnwantedStore {
  private final ReadSessions sessions;

  UnwantedReader(ReadSessions sessions) {
    this.sessions = sessions;
  }

  @Override
  public Optional<Unwanted> unwanted(EventId id, long nowSeconds) {
    try (ReadSession session = sessions.open()) {
      Keys.putBytes32(session.key(), id);
      ByteBuffer value = session.get(Table.UNWANTED);
      return value == null
          ? Optional.empty()
          : Optional.of(UnwantedRows.read(id, value)).filter(row -> !row.isOverAt(nowSeconds));
    }
  }

  @Override
  public Run unwanted(long nowSeconds) {
    return new Scan(nowSeconds);
  }

  /** Goes on behind the last row of the slice before, wherever that is by now. */
  private final class Scan implements Run {
    private final long nowSeconds;
    private @Nullable EventId last;

    Scan(long nowSeconds) {
      this.nowSeconds = nowSeconds;
    }

    @Override
    public boolean next(int maxWork, Consumer<Unwanted> sink) {
      try (ReadSession session = sessions.open()) {
        boolean found = isPlaced(session);
        for (int work = 0; found && work < maxWork; work++) {
          EventId id = Keys.eventId(session.foundKey(Table.UNWANTED), 0);
          Unwanted row = UnwantedRows.read(id, session.foundValue(Table.UNWANTED));
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
