/** The reads of events that go on in slices: answers, counts, items of a set. */
@NullMarked
package dev.graspd.core.store.query;

import org.jspecify.annotations.NullMarked;
