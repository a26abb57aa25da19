/**
 * Repositories as events describe them (NIP-34): announcements, states, pull requests, and who may
 * speak for a repository. Views over events, parsed once, without any effect. {@code core.policy}
 * decides whether an event is accepted, and calls it as most packages do.
 */
@NullMarked
package dev.graspd.core.repo;

import org.jspecify.annotations.NullMarked;
