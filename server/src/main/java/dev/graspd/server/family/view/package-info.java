/**
 * Views of families, read from the store and kept until the log reports a change. All decisions on
 * families use them. Nothing here writes, and nothing here decides.
 */
@NullMarked
package dev.graspd.server.family.view;

import org.jspecify.annotations.NullMarked;
