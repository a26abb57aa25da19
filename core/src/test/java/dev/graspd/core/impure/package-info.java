/** Classes that break the rules of pure code, each in one way: the rules must notice them. */
package dev.graspd.core.impure;
