/**
 * Webhooks: which event is news for which hook, how many deliveries may wait which go first when
 * there is no room, and when to send and to send again. The rows of the store are in {@code
 * core.store.hook}.
 */
@NullMarked
package dev.graspd.core.hook;

import org.jspecify.annotations.NullMarked;
