/**
 * Small classes that every part of the server may use: threads of state machines, reading the
 * store's log and its index of hosts, walks over families, the clock of uptime, files that survive
 * a power cut, fail points. They decide nothing about Nostr or git and call no other package of the
 * server.
 */
@NullMarked
package dev.graspd.server.base;

import org.jspecify.annotations.NullMarked;
