/** A class in the wrong place: the rules of the architecture must notice it. */
package dev.graspd.server.gate.wrong;
