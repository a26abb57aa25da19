/**
 * Changes of one family: the repositories that share an identifier, with their events, refs and
 * packs. A lane runs one change at a time, {@link dev.graspd.server.family.FamilyWriter} writes it
 * in one transaction and then updates memory. The subpackages decide on changes and write them
 * here.
 */
@NullMarked
package dev.graspd.server.family;

import org.jspecify.annotations.NullMarked;
