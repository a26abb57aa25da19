/**
 * Bans of the operator on a running server: what they are about, which events they keep out, and
 * the audit log of who ordered what. No rules about hosting: those are in {@code policy}.
 */
@NullMarked
package dev.graspd.core.store.ban;

import org.jspecify.annotations.NullMarked;
