/**
 * A real browser for tests: Debian's Chromium, driven over its debugging socket, and axe for rules
 * of accessible pages. Rules for pages of this server are elsewhere.
 */
@NullMarked
package dev.graspd.testkit.browser;

import org.jspecify.annotations.NullMarked;
