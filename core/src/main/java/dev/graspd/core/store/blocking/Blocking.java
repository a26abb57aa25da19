package dev.graspd.core.store.blocking;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Calls may wait for a disk, a network or another thread, so no event loop makes them. On a type it
 * means all methods but those that are {@link NeverBlocking}. An architecture test checks it.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.TYPE, ElementType.METHOD})
public @interface Blocking {}
