package dev.graspd.core.store;

import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.Identifier;

/**
 * A pack of a family's objects; one that has no such record belongs to nobody.
 *
 * @param name the file's name without its ending
 * @param owner whose repository brought it, for whom its bytes count
 */
public record PackRecord(Identifier family, String name, PublicKey owner, long bytes) {}
