/**
 * Effects of event sync: links to other relays, and what they need of our own store. Decides
 * nothing that {@code core.sync} decides.
 */
@NullMarked
package dev.graspd.server.peers;

import org.jspecify.annotations.NullMarked;
