/**
 * The page of a person: what it says of itself, its repositories and the threads that it began.
 * Functions from facts to HTML; {@code site.json} writes the same facts for programs, and {@code
 * site.person.serve} gathers them.
 */
@NullMarked
package dev.graspd.server.site.person;

import org.jspecify.annotations.NullMarked;
