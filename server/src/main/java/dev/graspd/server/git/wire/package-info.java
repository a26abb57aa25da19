/** The framing of git's protocols: pkt-lines and side-bands on blocking streams. */
@NullMarked
package dev.graspd.server.git.wire;

import org.jspecify.annotations.NullMarked;
