/**
 * Several servers that sync with each other while they are cut off, killed and started again. At
 * the end all serve the same.
 */
@NullMarked
package dev.graspd.system.federation;

import org.jspecify.annotations.NullMarked;
