/**
 * Repositories as events describe them (NIP-34): announcements, states, pull requests, and who may
 * speak for a repository. Views over events, parsed once, without any effect. Whether an event is
 * accepted is for {@code core.policy}, which calls it as most packages do.
 */
@NullMarked
package dev.graspd.core.repo;

import org.jspecify.annotations.NullMarked;
