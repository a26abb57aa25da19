package dev.graspd.server.ban;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.store.StoreTransaction;
import dev.graspd.core.store.ban.Ban;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/** The effects of bans on hosted repositories. Every step can be repeated. Blocks. */
public interface BannedRepositories {
  /** A server that hosts nothing. */
  BannedRepositories NONE =
      new BannedRepositories() {
        @Override
        public SortedSet<Identifier> families(Ban ban) {
          return new TreeSet<>();
        }

        @Override
        public List<EventId> waiting(Ban ban) {
          return List.of();
        }

        @Override
        public int end(Ban ban) {
          return 0;
        }

        @Override
        public void align(SortedSet<Identifier> families) {}

        @Override
        public int restore(Ban ban) {
          return 0;
        }

        @Override
        public void remember(Event event, StoreTransaction tx) {}
      };

  /** Returns the families that have something which a ban covers, served, held or set aside. */
  SortedSet<Identifier> families(Ban ban);

  /** Returns the held events that a ban covers. */
  List<EventId> waiting(Ban ban);

  /** Ends the repositories that a ban covers, so that they can be restored; returns how many. */
  int end(Ban ban);

  /** Aligns refs with the events that are left. */
  void align(SortedSet<Identifier> families);

  /** Restores repositories that a lifted ban had ended; returns how many. */
  int restore(Ban ban);

  /**
   * Lets the objects that an event names count as here again, before it comes back: they were
   * served with it.
   */
  void remember(Event event, StoreTransaction tx);
}
