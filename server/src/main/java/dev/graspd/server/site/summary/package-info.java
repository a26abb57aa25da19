/**
 * The first page of a repository: who has signed what is shown, how to get it, and what it is made
 * of; and what pages of code say about their revision. As {@code site.page}: functions from facts
 * to HTML.
 */
@NullMarked
package dev.graspd.server.site.summary;

import org.jspecify.annotations.NullMarked;
