/**
 * The configuration: one table of keys, and everything that follows from it (flags, environment,
 * help, validation). A limit is named where it holds; here it only gets its key. Commands read it
 * once, and {@code app.server} passes the values on.
 */
@NullMarked
package dev.graspd.server.ops.config;

import org.jspecify.annotations.NullMarked;
