package dev.graspd.core.policy;

import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.nostr.ServiceAddress;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The settings of the general checks.
 *
 * @param service where this server lives, as clients name it
 * @param readOnly refuse every write
 * @param maxEventBytes largest event, as written by this server
 * @param maxStateEventBytes the same for kind 30618
 * @param maxListBytes the same for kind 10317
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
    int maxListBytes,
    int maxEventTags,
    int maxStateTags,
    long maxFutureSeconds,
    int minPowDifficulty,
    boolean obeyDeletions,
    SortedSet<PublicKey> bannedAuthors) {
  /** Most events and addresses that one deletion request may name. */
  public static final int DELETION_TARGETS_MAX = 1_000;

  /** The default largest kind 10317: a list of servers, which anybody can store. */
  public static final int LIST_BYTES = 16 << 10;

  /** Rules with the usual size of a kind 10317. */
  public AdmissionRules(
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
    this(
        service,
        readOnly,
        maxEventBytes,
        maxStateEventBytes,
        LIST_BYTES,
        maxEventTags,
        maxStateTags,
        maxFutureSeconds,
        minPowDifficulty,
        obeyDeletions,
        bannedAuthors);
  }

  public AdmissionRules {
    bannedAuthors = Collections.unmodifiableSortedSet(new TreeSet<>(bannedAuthors));
  }
}
