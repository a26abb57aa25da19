/**
 * Outgoing connections of commands and of webhooks, with the rules that the configuration has for
 * them. Those of sync and the hunt are in {@code app.server}.
 */
@NullMarked
package dev.graspd.server.app.outgoing;

import org.jspecify.annotations.NullMarked;
