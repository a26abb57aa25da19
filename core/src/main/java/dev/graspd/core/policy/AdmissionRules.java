package dev.graspd.core.policy;

import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.nostr.ServiceAddress;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * What the general checks need to know; the same for every event.
 *
 * @param service where this server lives, as clients name it
 * @param readOnly refuse every write
 * @param maxEventBytes largest event, as written by this server
 * @param maxStateEventBytes the same for kind 30618
 * @param maxEventTags most tags of an event
 * @param maxStateTags the same for kind 30618
 * @param maxFutureSeconds how far {@code created_at} may lie ahead of our clock
 * @param minPowDifficulty leading zero bits of the id (NIP-13); 0 = none
 * @param obeyDeletions whether NIP-09 and NIP-62 requests are obeyed
 * @param bannedAuthors keys whose events are refused
 */
public record AdmissionRules(
    ServiceAddress service,
    boolean readOnly,
    int maxEventBytes,
    int maxStateEventBytes,
    int maxEventTags,
    int maxStateTags,
    long maxFutureSeconds,
    int minPowDifficulty,
    boolean obeyDeletions,
    SortedSet<PublicKey> bannedAuthors) {
  /** Most events and addresses that one deletion request may name. */
  public static final int DELETION_TARGETS_MAX = 1_000;

  /** Largest kind 10317: a list of servers, which anybody may have stored. */
  public static final int GRASP_LIST_BYTES_MAX = 16 << 10;

  public AdmissionRules {
    bannedAuthors = Collections.unmodifiableSortedSet(new TreeSet<>(bannedAuthors));
  }
}
