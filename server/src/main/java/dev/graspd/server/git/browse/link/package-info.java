/**
 * Entries of trees that lead elsewhere: symbolic links and submodules. The number that is read for
 * one page has a bound.
 */
@NullMarked
package dev.graspd.server.git.browse.link;

import org.jspecify.annotations.NullMarked;
