package dev.graspd.server.store.lmdb.row;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.store.ban.AuditEntry;
import dev.graspd.core.store.ban.Ban;
import dev.graspd.core.store.ban.BanStore;
import dev.graspd.core.store.ban.Banned;
import dev.graspd.server.store.lmdb.table.BanCodec;
import dev.graspd.server.store.lmdb.table.ReadSession;
import dev.graspd.server.store.lmdb.table.ReadSessions;
import dev.graspd.server.store.lmdb.table.Table;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Reads the rows about bans and the audit log; each call sees one commit. */
public record BanReader(ReadSessions sessions) implements BanStore {
  @Override
  public List<Ban> all() {
    try (ReadSession session = sessions.open()) {
      List<Ban> found = session.all(Table.BAN, BanCodec::read);
      found.sort(Comparator.comparingLong(Ban::number));
      return found;
    }
  }

  @Override
  public Optional<Ban> against(Event event) {
    try (ReadSession session = sessions.open()) {
      for (Banned what : Banned.allOf(event)) {
        BanCodec.putKey(session.key(), what);
        ByteBuffer row = session.get(Table.BAN);
        Optional<Ban> ban = Optional.ofNullable(row).map(BanCodec::read).filter(Ban::keepsOut);
        if (ban.isPresent()) {
          return ban;
        }
      }
      return Optional.empty();
    }
  }

  @Override
  public List<Event> aside(Ban ban, int max) {
    List<Event> found = new ArrayList<>();
    forEachAside(
        ban,
        value -> {
          found.add(LmdbBanRows.eventOf(value));
          return found.size() < max;
        });
    return found;
  }

  @Override
  public long countAside(Ban ban) {
    long[] count = {0};
    forEachAside(
        ban,
        _ -> {
          count[0]++;
          return true;
        });
    return count[0];
  }

  private void forEachAside(Ban ban, Predicate<ByteBuffer> goesOn) {
    try (ReadSession session = sessions.open()) {
      session.key().putLong(ban.number());
      boolean found = session.seek(Table.BAN_ASIDE, this);
      while (found
          && session.foundKey(Table.BAN_ASIDE).getLong(0) == ban.number()
          && goesOn.test(session.foundValue(Table.BAN_ASIDE))) {
        found = session.next(Table.BAN_ASIDE);
      }
    }
  }

  @Override
  public List<AuditEntry> audit(long sinceSeconds, int max) {
    List<AuditEntry> found = new ArrayList<>();
    try (ReadSession session = sessions.open()) {
      boolean more = session.last(Table.AUDIT);
      while (more && found.size() < max) {
        AuditEntry entry =
            BanCodec.readAudit(
                session.foundKey(Table.AUDIT).getLong(0), session.foundValue(Table.AUDIT));
        if (entry.order().atSeconds() >= sinceSeconds) {
          found.add(entry);
        }
        more = session.previous(Table.AUDIT);
      }
    }
    return found;
  }
}
