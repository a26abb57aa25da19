package dev.graspd.server.peers;

import dev.graspd.core.nostr.MessageLimits;

/**
 * What every connection needs of our own server.
 *
 * @param limits how much a message of a relay may hold
 */
public record OwnSide(
    PeerReception reception,
    OwnSets sets,
    Sifter sifter,
    ThreadWalk threads,
    AuthSigner signer,
    MessageLimits limits) {}
