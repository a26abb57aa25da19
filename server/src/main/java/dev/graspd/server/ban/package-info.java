/**
 * Bans of the operator on the running server: they begin, end by themselves, are lifted, and go on
 * after a crash. The rules are in {@code core.store.ban} and {@code core.store.rules}; what happens
 * to repositories is in {@code family.ended}.
 */
@NullMarked
package dev.graspd.server.ban;

import org.jspecify.annotations.NullMarked;
