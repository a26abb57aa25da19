package dev.graspd.server.site.find;

import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.server.site.address.SiteAddress;
import java.util.Optional;

/**
 * One thing that a search has found.
 *
 * @param title its name, may be empty
 * @param word what it is, for people
 * @param page where it is shown
 * @param repository where it belongs, if that is here
 * @param author who has signed it
 * @param snippet a part of its text, may be empty
 * @param createdAt as its author says
 */
public record FindHit(
    String title,
    String word,
    SiteAddress page,
    Optional<RepoAddress> repository,
    PublicKey author,
    String snippet,
    long createdAt) {}
