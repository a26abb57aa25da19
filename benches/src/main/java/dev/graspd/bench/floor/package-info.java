/** What the machine can do at best: the floors that the server's figures are divided by. */
@NullMarked
package dev.graspd.bench.floor;

import org.jspecify.annotations.NullMarked;
