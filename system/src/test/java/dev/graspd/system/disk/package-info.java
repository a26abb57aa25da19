/** Disks that are full, broken or have lost files. */
@NullMarked
package dev.graspd.system.disk;

import org.jspecify.annotations.NullMarked;
