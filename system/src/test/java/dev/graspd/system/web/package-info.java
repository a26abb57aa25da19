/**
 * The pages of the server in a real browser: a sample site with odd and hostile repositories, and a
 * spider that follows its links and checks each page. What a browser is belongs to {@code
 * testkit.browser}.
 */
@NullMarked
package dev.graspd.system.web;

import org.jspecify.annotations.NullMarked;
