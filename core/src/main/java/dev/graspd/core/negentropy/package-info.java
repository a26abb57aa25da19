/**
 * Negentropy protocol version 1 (NIP-77), both roles, over sorted (created_at, id). Two parties
 * find out which events the other lacks by comparing fingerprints of ranges; only ranges that
 * differ are examined further.
 */
@NullMarked
package dev.graspd.core.negentropy;

import org.jspecify.annotations.NullMarked;
