/** What operators see of relay sync. */
@NullMarked
package dev.graspd.server.peers.status;

import org.jspecify.annotations.NullMarked;
