/**
 * The framing of git's protocols: pkt-lines and side-bands on blocking streams. The readers know
 * what a line means: {@code git.serve}, {@code git.ingest} and the client in {@code hunt.git}.
 */
@NullMarked
package dev.graspd.server.git.wire;

import org.jspecify.annotations.NullMarked;
