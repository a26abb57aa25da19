package dev.graspd.server.family;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.repo.Identifier;

/** Finds the families that may have to be compared with other servers, from the store. */
public interface HostedSearch {
  /** Takes what is found. */
  interface Found {
    /** This served announcement makes its family one that is compared. */
    void hosted(EventId announcement, Identifier family) throws InterruptedException;

    /** Only all events of this family tell. */
    void uncertain(Identifier family) throws InterruptedException;
  }

  void run(Found found) throws InterruptedException;
}
