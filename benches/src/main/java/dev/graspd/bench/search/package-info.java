/** What search by words costs: ingest with and without it, building the index, questions. */
@NullMarked
package dev.graspd.bench.search;

import org.jspecify.annotations.NullMarked;
