/**
 * Every refusal: its prefix, its text and its page in {@code docs/errors/}, by what is refused.
 * Other packages decide to refuse: all that answer clients name one of these.
 */
@NullMarked
package dev.graspd.core.nostr.refusal;

import org.jspecify.annotations.NullMarked;
