/** Limits: rooms for held events of an identifier, quotas for git data, rates. */
@NullMarked
package dev.graspd.core.policy.room;

import org.jspecify.annotations.NullMarked;
