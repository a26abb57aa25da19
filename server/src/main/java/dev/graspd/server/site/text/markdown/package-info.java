/**
 * Renders Markdown of strangers (W-91): a parser, an allow-list for raw HTML, and bounds. It makes
 * nodes of {@code site.html}, never text with markup in it. Pure. {@link
 * dev.graspd.server.site.text.markdown.MarkdownLinks} knows where the files of a repository are.
 */
@NullMarked
package dev.graspd.server.site.text.markdown;

import org.jspecify.annotations.NullMarked;
