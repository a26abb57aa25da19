/** Figures, goals and options that all benches share. */
@NullMarked
package dev.graspd.bench.report;

import org.jspecify.annotations.NullMarked;
