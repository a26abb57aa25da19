/**
 * The framing of git's protocols: pkt-lines and side-bands on blocking streams. What a line means
 * is for those who read it: {@code git.serve}, {@code git.ingest} and the client in {@code
 * hunt.git}.
 */
@NullMarked
package dev.graspd.server.git.wire;

import org.jspecify.annotations.NullMarked;
