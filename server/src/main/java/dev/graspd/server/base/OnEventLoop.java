package dev.graspd.server.base;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * An event loop calls the methods of this class, so they call nothing that blocks. An architecture
 * test follows all calls from here; handlers of Netty need no mark.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.TYPE)
public @interface OnEventLoop {}
