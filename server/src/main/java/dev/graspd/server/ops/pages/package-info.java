/**
 * Pages for browsers and documents for programs: the service, its repositories, sync, refusals,
 * NIP-11. Their data comes through interfaces; they read no store.
 */
@NullMarked
package dev.graspd.server.ops.pages;

import org.jspecify.annotations.NullMarked;
