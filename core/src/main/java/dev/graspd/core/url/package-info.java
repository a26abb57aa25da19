/**
 * Parts of URLs that have one spelling, whatever the URL is for. Addresses of relays and of git
 * repositories have types of their own, which call it: {@code core.sync.RelayUrl} and {@code
 * core.hunt.domain.CloneUrl}.
 */
@NullMarked
package dev.graspd.core.url;

import org.jspecify.annotations.NullMarked;
