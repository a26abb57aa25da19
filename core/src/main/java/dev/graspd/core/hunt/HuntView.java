package dev.graspd.core.hunt;

import dev.graspd.core.hunt.copy.CopyLook;
import dev.graspd.core.hunt.domain.CloneUrl;
import dev.graspd.core.hunt.domain.Domain;
import dev.graspd.core.repo.Identifier;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.SortedSet;

/**
 * The state of the hunt for one family, for people to read (purgatory.md, section 5).
 *
 * @param waits whether git data of it is missing
 * @param attempts that did not bring everything, since the last fresh start
 * @param nextAttemptNanos empty if an attempt is under way, or none is planned
 * @param running the URLs of passes in flight
 * @param queuedAt domains where it waits for a turn
 * @param tries the result of the last pass over each URL
 * @param looks the last comparison with each URL that has one
 */
public record HuntView(
    Identifier family,
    boolean waits,
    int attempts,
    OptionalLong nextAttemptNanos,
    SortedMap<CloneUrl, Purpose> running,
    SortedSet<Domain> queuedAt,
    SortedMap<CloneUrl, UrlTry> tries,
    SortedMap<CloneUrl, CopyLook> looks) {}
