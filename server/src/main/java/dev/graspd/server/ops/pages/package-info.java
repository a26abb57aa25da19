/**
 * What browsers see: the service itself, its repositories, what its refusals mean. Plain pages
 * without scripts, built from typed parts so that nothing from outside is ever markup.
 */
@NullMarked
package dev.graspd.server.ops.pages;

import org.jspecify.annotations.NullMarked;
