/**
 * Small classes that every part of the server may use: threads of state machines, reading the
 * store's log, the clock of uptime, files that survive a power cut, fail points. They know neither
 * Nostr nor git and call no other package of the server.
 */
@NullMarked
package dev.graspd.server.base;

import org.jspecify.annotations.NullMarked;
