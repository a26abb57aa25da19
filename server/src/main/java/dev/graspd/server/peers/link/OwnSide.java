package dev.graspd.server.peers.link;

import dev.graspd.core.nostr.message.MessageLimits;
import dev.graspd.server.peers.local.EventSifter;
import dev.graspd.server.peers.local.OwnSets;
import dev.graspd.server.peers.local.PeerReception;
import dev.graspd.server.peers.local.ThreadWalk;

/**
 * The services of our own server that every connection uses.
 *
 * @param limits of messages of relays
 */
public record OwnSide(
    PeerReception reception,
    OwnSets sets,
    EventSifter sifter,
    ThreadWalk threads,
    AuthSigner signer,
    MessageLimits limits) {}
