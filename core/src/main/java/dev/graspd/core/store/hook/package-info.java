/**
 * Webhooks as the store keeps them: the operator's hooks, their deliveries, and what refs were
 * before they moved. Which hook wants what, and when to send, is decided in {@code core.hook}.
 */
@NullMarked
package dev.graspd.core.store.hook;

import org.jspecify.annotations.NullMarked;
