/** The waits of an honest user during attacks, compared with those without an attack. */
@NullMarked
package dev.graspd.bench.fire;

import org.jspecify.annotations.NullMarked;
