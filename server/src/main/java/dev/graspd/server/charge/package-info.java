/**
 * Charges strangers for memory and for places in pools: budgets in bytes with a share for each
 * address, and queues that serve addresses in turn. It does not know the purpose of the bytes.
 * Every package that holds something for a stranger charges here.
 */
@NullMarked
package dev.graspd.server.charge;

import org.jspecify.annotations.NullMarked;
