/**
 * Text formats below Nostr: hexadecimal, UTF-8, JSON with limits. Nothing here knows an event.
 * Parsers and writers of all packages use it.
 */
@NullMarked
package dev.graspd.core.nostr.text;

import org.jspecify.annotations.NullMarked;
