/**
 * Negentropy protocol version 1 (NIP-77), both roles, over sorted (created_at, id). Two parties
 * find out which events the other lacks by comparing fingerprints of ranges; only ranges that
 * differ are examined further. {@code server.relay} answers with it, {@code core.sync.link} asks;
 * which events are in a set is for them to say.
 */
@NullMarked
package dev.graspd.core.negentropy;

import org.jspecify.annotations.NullMarked;
