/**
 * The shared parts of the git packages: the interface that the web layer calls, one request as
 * blocking streams, metrics, and the settings that isolate JGit from the machine. The subpackages
 * serve and take objects. The web layer and all git packages use it.
 */
@NullMarked
package dev.graspd.server.git;

import org.jspecify.annotations.NullMarked;
