/**
 * Addresses of pages and documents below the base path: one typed value, read and written here and
 * nowhere else. Pure: whether there is something at an address is for {@code site.serve} to find.
 */
@NullMarked
package dev.graspd.server.site.address;

import org.jspecify.annotations.NullMarked;
