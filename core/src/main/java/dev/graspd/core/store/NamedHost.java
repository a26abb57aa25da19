package dev.graspd.core.store;

import dev.graspd.core.nostr.EventId;

/**
 * A row of the index of hosts: a served or held event that names this host. Rows are in the order
 * of hosts; those of one host are newest first.
 *
 * @param host as {@link dev.graspd.core.repo.NamedHosts} writes it
 */
public record NamedHost(String host, long createdAt, EventId id) implements Comparable<NamedHost> {
  private static final EventId LAST_ID = EventId.ofWords(-1, -1, -1, -1);

  /** Returns a position behind all rows of a host. */
  public static NamedHost endOf(String host) {
    return new NamedHost(host, 0, LAST_ID);
  }

  @Override
  public int compareTo(NamedHost other) {
    int byHost = host.compareTo(other.host);
    int byTime = byHost != 0 ? byHost : Long.compare(other.createdAt, createdAt);
    return byTime != 0 ? byTime : id.compareTo(other.id);
  }
}
