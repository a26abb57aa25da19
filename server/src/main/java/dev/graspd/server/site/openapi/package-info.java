/**
 * The description of the API for programs (OpenAPI 3.1), made from one table of routes and one of
 * schemas. Pure. Other packages write the documents; tests compare both.
 */
@NullMarked
package dev.graspd.server.site.openapi;

import org.jspecify.annotations.NullMarked;
