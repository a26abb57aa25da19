/**
 * The rules of archives (GRASP-05). They need the settings of an archive, so they are skipped
 * against a server that is given.
 */
@NullMarked
package dev.graspd.conformance.grasp05;

import org.jspecify.annotations.NullMarked;
