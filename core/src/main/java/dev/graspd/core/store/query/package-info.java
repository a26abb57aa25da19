/**
 * The reads of events that go on in slices: answers, counts, items of a set. A slice holds a read
 * transaction, and nothing is kept between two. Subscriptions, negentropy sets, sync and views of
 * families read so. And when an event came ({@code Arrival}), which is one lookup.
 */
@NullMarked
package dev.graspd.core.store.query;

import org.jspecify.annotations.NullMarked;
