/** The best results of the machine: the floors for the server's figures. */
@NullMarked
package dev.graspd.bench.floor;

import org.jspecify.annotations.NullMarked;
