/**
 * Roles: work of which only one server at a time does each kind, over one store. A fence proves who
 * holds a role; the store knows the newest one. {@code server.role} decides who gets a role; the
 * work itself belongs to those who run it.
 */
@NullMarked
package dev.graspd.core.role;

import org.jspecify.annotations.NullMarked;
