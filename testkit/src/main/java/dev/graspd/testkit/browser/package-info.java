/**
 * A real browser for tests: Debian's Chromium, driven over its debugging socket, and axe for rules
 * of accessible pages. What a page of this server must look like is not decided here.
 */
@NullMarked
package dev.graspd.testkit.browser;

import org.jspecify.annotations.NullMarked;
