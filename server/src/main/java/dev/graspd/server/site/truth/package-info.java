/**
 * The page of what a repository's people have signed: who speaks for it, by which announcement,
 * which state rules and why, and where states and refs differ. Functions from announcements, states
 * and refs to facts, and from facts to HTML, as in {@code site.page}; nothing here reads a store, a
 * clock or git, and what waits and what copies have comes as parts of a page from {@code
 * ops.pages}. {@code site.serve} sends the page, and {@code app.server} gathers its facts.
 */
@NullMarked
package dev.graspd.server.site.truth;

import org.jspecify.annotations.NullMarked;
