/** The rules of pull requests below {@code /prs/} (GRASP-06). */
@NullMarked
package dev.graspd.conformance.grasp06;

import org.jspecify.annotations.NullMarked;
