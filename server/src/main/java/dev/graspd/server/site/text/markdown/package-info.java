/**
 * Renders Markdown of strangers (W-91): a parser, an allow-list for raw HTML, and bounds. What
 * comes out are nodes of {@code site.html}, never text with markup in it. Pure. Where the files of
 * a repository are is told by {@link dev.graspd.server.site.text.markdown.MarkdownLinks}.
 */
@NullMarked
package dev.graspd.server.site.text.markdown;

import org.jspecify.annotations.NullMarked;
