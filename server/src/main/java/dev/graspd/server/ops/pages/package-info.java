/**
 * Pages for browsers and documents for programs: the service, its repositories, sync, refusals,
 * NIP-11. Their data comes through interfaces; they read no store. Pages of code are in {@code
 * site}; {@code app.server} joins both behind the web layer.
 */
@NullMarked
package dev.graspd.server.ops.pages;

import org.jspecify.annotations.NullMarked;
