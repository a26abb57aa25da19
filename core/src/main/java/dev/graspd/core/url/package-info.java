/** Parts of URLs that have one spelling, whatever the URL is for. */
@NullMarked
package dev.graspd.core.url;

import org.jspecify.annotations.NullMarked;
