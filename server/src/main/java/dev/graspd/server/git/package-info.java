/**
 * Git: smart HTTP on streams, the object stores of families, what is served of them and what comes
 * in. Knows no socket; the web layer brings the streams.
 */
@NullMarked
package dev.graspd.server.git;

import org.jspecify.annotations.NullMarked;
