/**
 * Entries of trees that lead elsewhere: symbolic links and submodules. How many are read for one
 * page has a bound.
 */
@NullMarked
package dev.graspd.server.git.browse.link;

import org.jspecify.annotations.NullMarked;
