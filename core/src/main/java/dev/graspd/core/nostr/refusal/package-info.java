/** Every refusal: its prefix, its text and its page in {@code docs/errors/}, by what is refused. */
@NullMarked
package dev.graspd.core.nostr.refusal;

import org.jspecify.annotations.NullMarked;
