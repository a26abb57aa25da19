/**
 * Answers requests for pages of issues, pull requests and patches: reads threads, names and code,
 * and says on what a page depends. The pages themselves are in {@code site.talk}. {@code
 * app.server} joins it to the rest of the site; it runs on the threads for pages.
 */
@NullMarked
package dev.graspd.server.site.talk.serve;

import org.jspecify.annotations.NullMarked;
