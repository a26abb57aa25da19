/**
 * What is written about the commands: man page, completions of shells, reference page. Pure: a
 * command's description in, text out. {@code app.command} prints them and the build packs them.
 */
@NullMarked
package dev.graspd.server.app.manual;

import org.jspecify.annotations.NullMarked;
