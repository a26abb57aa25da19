/**
 * The only package that opens outgoing sockets. Strangers name the targets, so each is parsed
 * strictly ({@link dev.graspd.server.egress.Target}), resolved once, and dialled only if every
 * address it has may be dialled ({@link dev.graspd.server.egress.AddressRules}).
 */
@NullMarked
package dev.graspd.server.egress;

import org.jspecify.annotations.NullMarked;
