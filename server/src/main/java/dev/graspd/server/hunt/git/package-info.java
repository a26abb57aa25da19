/**
 * Our own small git client: reads the refs of a repository elsewhere and fetches packs from it,
 * over smart HTTP. It spawns nothing, writes nothing and believes nothing; what a pack holds is
 * judged by whoever takes it ({@link dev.graspd.server.hunt.git.PackSink}).
 */
@NullMarked
package dev.graspd.server.hunt.git;

import org.jspecify.annotations.NullMarked;
