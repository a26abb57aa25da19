/**
 * Webhooks: which event is news for which hook, how many deliveries may wait and whose go first
 * when there is no room, and when to send and to send again. What the store keeps of them is in
 * {@code core.store.hook}.
 */
@NullMarked
package dev.graspd.core.hook;

import org.jspecify.annotations.NullMarked;
