/**
 * Runs work that must run once: each kind under a role, which one candidate holds at a time and
 * which can be handed over while the server runs. The work itself belongs elsewhere. {@code
 * app.server} registers duties; those who write ask for a mandate.
 */
@NullMarked
package dev.graspd.server.role;

import org.jspecify.annotations.NullMarked;
