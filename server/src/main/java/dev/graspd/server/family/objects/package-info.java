/**
 * Git objects as decisions need them: the objects of a family, of a push or of a fetch, and the
 * bytes that owners use. The interfaces are implemented by {@code git.objects}. Files and pack
 * formats do not belong here.
 */
@NullMarked
package dev.graspd.server.family.objects;

import org.jspecify.annotations.NullMarked;
