/**
 * Roles: work of which only one server at a time does each kind, over one store. A fence proves who
 * holds a role; the store knows the newest one. Who gets a role is decided in {@code server.role};
 * what the work does belongs to those who run it.
 */
@NullMarked
package dev.graspd.core.role;

import org.jspecify.annotations.NullMarked;
