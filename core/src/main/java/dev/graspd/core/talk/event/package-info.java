/**
 * Events of issues, pull requests and patches as typed values: what each of them says, and which
 * event it speaks about. Read once, at the edge; who may say it is decided elsewhere.
 */
@NullMarked
package dev.graspd.core.talk.event;

import org.jspecify.annotations.NullMarked;
