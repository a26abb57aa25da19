/** What an honest user waits while strangers attack, against the same without an attack. */
@NullMarked
package dev.graspd.bench.fire;

import org.jspecify.annotations.NullMarked;
