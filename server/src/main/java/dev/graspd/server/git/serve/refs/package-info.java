/**
 * Refs as git clients see them: advertisements, {@code ls-refs}, and the copy that plain git tools
 * read. Objects are sent by {@code git.serve.pack}. {@code git.serve} answers with it, and a
 * follower of the log keeps the copy.
 */
@NullMarked
package dev.graspd.server.git.serve.refs;

import org.jspecify.annotations.NullMarked;
