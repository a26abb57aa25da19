/**
 * The pages of the server in a real browser: a sample site with odd and hostile repositories, and a
 * spider that follows its links and checks each page. The browser itself is in {@code
 * testkit.browser}.
 */
@NullMarked
package dev.graspd.system.web;

import org.jspecify.annotations.NullMarked;
