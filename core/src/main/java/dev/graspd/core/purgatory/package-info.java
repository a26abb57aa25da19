/**
 * The lifetimes of held events and of pushes that wait for their event, as a machine. The search
 * for their git data is in {@code core.hunt}. {@code server.family.purgatory} runs it; {@code
 * server.family.held} keeps its tickets.
 */
@NullMarked
package dev.graspd.core.purgatory;

import org.jspecify.annotations.NullMarked;
