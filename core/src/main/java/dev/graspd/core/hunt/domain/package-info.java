/** How much each git host is asked: limits, queues and back-off by domain and address. */
@NullMarked
package dev.graspd.core.hunt.domain;

import org.jspecify.annotations.NullMarked;
