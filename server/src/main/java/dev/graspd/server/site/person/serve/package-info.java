/**
 * Gathers what is known of a person, from the list of repositories and the store, within limits.
 * {@code site.person} decides what its page looks like; the service of the site and the API call
 * this on the threads for pages.
 */
@NullMarked
package dev.graspd.server.site.person.serve;

import org.jspecify.annotations.NullMarked;
