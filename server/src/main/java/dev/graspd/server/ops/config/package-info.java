/**
 * The configuration: one table of keys, and everything that follows from it (flags, environment,
 * help, validation, the reference page).
 */
@NullMarked
package dev.graspd.server.ops.config;

import org.jspecify.annotations.NullMarked;
