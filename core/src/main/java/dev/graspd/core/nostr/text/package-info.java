/** Text formats below Nostr: hexadecimal, UTF-8, JSON with limits. */
@NullMarked
package dev.graspd.core.nostr.text;

import org.jspecify.annotations.NullMarked;
