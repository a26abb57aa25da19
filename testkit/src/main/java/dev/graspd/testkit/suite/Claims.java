package dev.graspd.testkit.suite;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Names the rules of the specification that a test, or every test of a class, shows to hold. */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface Claims {
  /** Ids as in {@code requirements.txt}. */
  String[] value();
}
