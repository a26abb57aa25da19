/** The build and the launcher: scripts, the runnable jar and what is in it. */
@NullMarked
package dev.graspd.system.build;

import org.jspecify.annotations.NullMarked;
