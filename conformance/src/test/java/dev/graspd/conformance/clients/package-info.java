/**
 * Clients that other people wrote, against the same servers: rust-nostr, isomorphic-git, pygit2,
 * dulwich; and written sessions that a reader can follow.
 */
@NullMarked
package dev.graspd.conformance.clients;

import org.jspecify.annotations.NullMarked;
