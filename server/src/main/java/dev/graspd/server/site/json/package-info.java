/**
 * Facts as JSON for programs (W-80 to W-87). Pure: one document is one function of facts that
 * others have read. Addresses, the reading of code and HTTP do not belong here.
 */
@NullMarked
package dev.graspd.server.site.json;

import org.jspecify.annotations.NullMarked;
