/** Makes packs of objects that lie in directories of another server, which are never changed. */
@NullMarked
package dev.graspd.server.git.local;

import org.jspecify.annotations.NullMarked;
