package dev.graspd.server.catalogue;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.RepoAddress;
import java.util.List;
import java.util.Optional;

/**
 * One hosted repository. Texts come from strangers and are shortened.
 *
 * @param announcement the event that announces it
 * @param euc its earliest unique commit, as announced
 * @param announcedAt when its announcement was made, seconds
 * @param updatedAt when its newest state was signed, or its announcement if there is none, seconds
 * @param archived whether it is a copy of a repository hosted elsewhere
 * @param bytes of packs that count for it
 */
public record CatalogueEntry(
    RepoAddress address,
    EventId announcement,
    Optional<String> name,
    Optional<String> description,
    List<String> topics,
    List<String> web,
    List<String> relays,
    Optional<String> euc,
    Optional<Head> head,
    long announcedAt,
    long updatedAt,
    boolean archived,
    long bytes,
    Counts counts) {
  public CatalogueEntry {
    topics = List.copyOf(topics);
    web = List.copyOf(web);
    relays = List.copyOf(relays);
  }

  /** The branch that HEAD names, and its commit. */
  public record Head(RefName ref, Oid oid) {}

  /** How many refs it has of each kind. */
  public record Counts(int branches, int tags, int pullRequests) {}
}
