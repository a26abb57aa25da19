/**
 * The hunt for git data: which family is sought at which clone URL, and when (purgatory.md, section
 * 4).
 */
@NullMarked
package dev.graspd.core.hunt;

import org.jspecify.annotations.NullMarked;
