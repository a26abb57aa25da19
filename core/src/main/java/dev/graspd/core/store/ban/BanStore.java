package dev.graspd.core.store.ban;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.store.blocking.Blocking;
import java.util.List;
import java.util.Optional;

/** The bans and the audit log in the store, as of the last commit. */
@Blocking
public interface BanStore {
  /** Returns all bans, the lifted ones that are not finished included, by number. */
  List<Ban> all();

  /** Returns a ban that keeps this event out. */
  Optional<Ban> against(Event event);

  /** Returns the events that a ban has set aside, in the order in which they come back. */
  List<Event> aside(Ban ban, int max);

  /** Returns how many events a ban has set aside. */
  long countAside(Ban ban);

  /** Returns the newest entries of the audit log since a time, newest first. */
  List<AuditEntry> audit(long sinceSeconds, int max);
}
