/**
 * What the web layer asks of the site: pages, documents and files of repositories. The port and its
 * values are here; addresses are in {@code site.address}, and the making of pages in {@code
 * site.serve}.
 */
@NullMarked
package dev.graspd.server.web.site;

import org.jspecify.annotations.NullMarked;
