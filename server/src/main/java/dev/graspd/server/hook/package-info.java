/**
 * Webhooks (operations.md, section 4): follows the log, keeps a row for each delivery that a hook
 * wants, and sends them through {@code egress}. What is wanted, what has room and when to send is
 * decided in {@code core.hook}. {@code app.server} starts it under the role HOOKS.
 */
@NullMarked
package dev.graspd.server.hook;

import org.jspecify.annotations.NullMarked;
