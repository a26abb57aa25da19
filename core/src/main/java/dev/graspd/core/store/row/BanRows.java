package dev.graspd.core.store.row;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.store.ban.AuditEntry;
import dev.graspd.core.store.ban.Ban;
import dev.graspd.core.store.ban.Banned;
import java.util.List;
import java.util.Optional;

/** The bans, the events that they have set aside, and the audit log. */
public interface BanRows {
  Optional<Ban> find(Banned what);

  /** Puts a ban in place of its row before. */
  void put(Ban ban);

  void delete(Banned what);

  void putAside(long ban, Event event);

  boolean deleteAside(long ban, Event event);

  /** Returns the events of a ban by {@link #rankOf}, time and id, at most this many. */
  List<Event> aside(long ban, int max);

  /** Returns 0 if there is no entry. */
  long newestAudit();

  void putAudit(AuditEntry entry);

  Optional<AuditEntry> oldestAudit();

  void deleteAudit(long number);

  /** Repository events come back first: others are accepted because of them. On disk. */
  static int rankOf(Event event) {
    return switch (event.kind()) {
      case Kinds.ANNOUNCEMENT -> 0;
      case Kinds.REPO_STATE -> 1;
      case Kinds.PULL_REQUEST -> 2;
      case Kinds.PULL_REQUEST_UPDATE -> 3;
      default -> 4;
    };
  }
}
