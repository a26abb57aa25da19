/**
 * How much each git host is asked: limits, queues and back-off by domain and address. It knows no
 * family and no event. The machine of the hunt calls it, and metrics and pages read its totals.
 */
@NullMarked
package dev.graspd.core.hunt.domain;

import org.jspecify.annotations.NullMarked;
