/**
 * The rules of the specification as black-box tests, in a package for each part. This package has
 * the list of the rules and the test that each of them is claimed. Nothing here knows the code of
 * the server: the tests run against a server that they start, or against any other one ({@code
 * -Dgraspd.url=ws://host:port}). Tests that need our jar, our files or our process are in the
 * module {@code system}.
 */
@NullMarked
package dev.graspd.conformance;

import org.jspecify.annotations.NullMarked;
