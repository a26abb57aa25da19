/**
 * Texts that are written from the table of keys: the reference page, the example of a settings
 * file, and what the settings of another server mean here. The command line calls it; reading
 * settings belongs to the package above.
 */
@NullMarked
package dev.graspd.server.ops.config.document;

import org.jspecify.annotations.NullMarked;
