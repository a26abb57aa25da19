/**
 * Tells the hunt which git data a family misses, and publishes the objects that it fetches. {@code
 * server.hunt} calls it. It opens no connection.
 */
@NullMarked
package dev.graspd.server.family.hunt;

import org.jspecify.annotations.NullMarked;
