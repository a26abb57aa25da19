/**
 * Webhooks (operations.md, section 4): follows the log, keeps a row for each delivery that a hook
 * wants, and sends them through {@code egress}. {@code core.hook} decides what is wanted, what has
 * room, and when to send. {@code app.server} starts it under the role HOOKS.
 */
@NullMarked
package dev.graspd.server.hook;

import org.jspecify.annotations.NullMarked;
