/**
 * What state machines share: time as an argument, and the two methods that every one has. No
 * machine and no rule of Nostr or git belongs here. Machines of {@code core} and the threads of the
 * server that run them use it.
 */
@NullMarked
package dev.graspd.core.machine;

import org.jspecify.annotations.NullMarked;
