/**
 * Limits: rooms for held events of an identifier, quotas for git data, rates of new repositories.
 * It counts what it is given and keeps no state of the server. The gate, pushes and the hunt ask it
 * before they store something.
 */
@NullMarked
package dev.graspd.core.policy.room;

import org.jspecify.annotations.NullMarked;
