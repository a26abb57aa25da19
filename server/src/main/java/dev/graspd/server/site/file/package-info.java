/**
 * Decisions about files that are sent as they are: their type, the part that a client wants, their
 * names and headers. Pure; reading and sending are elsewhere.
 */
@NullMarked
package dev.graspd.server.site.file;

import org.jspecify.annotations.NullMarked;
