/**
 * What is written about the commands: man page, completions of shells, reference page. Pure: a
 * command's description in, text out.
 */
@NullMarked
package dev.graspd.server.app.manual;

import org.jspecify.annotations.NullMarked;
