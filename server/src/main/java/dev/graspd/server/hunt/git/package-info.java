/**
 * Our own small git client: reads the refs of a remote repository and fetches packs from it, over
 * smart HTTP. It spawns no process, writes no file and trusts no server; the sink checks the
 * content of a pack ({@link dev.graspd.server.hunt.git.PackSink}). The hunt and imports from a
 * running server use it.
 */
@NullMarked
package dev.graspd.server.hunt.git;

import org.jspecify.annotations.NullMarked;
