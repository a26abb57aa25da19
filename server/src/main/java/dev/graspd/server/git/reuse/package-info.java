/**
 * How objects are copied from pack to pack without inflating them. Used by all who write packs, for
 * clients and for the disk; knows nothing of families.
 */
@NullMarked
package dev.graspd.server.git.reuse;

import org.jspecify.annotations.NullMarked;
