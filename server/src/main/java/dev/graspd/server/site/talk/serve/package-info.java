/**
 * Answers requests for pages of issues, pull requests and patches: reads threads, names and code,
 * and says on what a page depends.
 */
@NullMarked
package dev.graspd.server.site.talk.serve;

import org.jspecify.annotations.NullMarked;
