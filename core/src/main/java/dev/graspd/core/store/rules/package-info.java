/**
 * The rules of the store, written once over the rows of any engine: which events are accepted, and
 * what follows for other rows when one comes or goes. They pass the contracts of the store. An
 * engine calls them in a transaction; policy of repositories is in {@code core.policy}.
 */
@NullMarked
package dev.graspd.core.store.rules;

import org.jspecify.annotations.NullMarked;
