package dev.graspd.server.web.site;

import dev.graspd.server.charge.Payer;
import dev.graspd.server.site.address.SiteAddress;
import java.util.Optional;

/**
 * A request for something of the site.
 *
 * @param knownVersions the value of {@code If-None-Match}
 * @param range the value of {@code Range}
 * @param takesGzip whether the client understands a compressed answer
 * @param isHead whether it wants the headers alone
 */
public record SiteRequest(
    SiteAddress address,
    Optional<String> knownVersions,
    Optional<String> range,
    boolean takesGzip,
    boolean isHead,
    Payer payer) {
  /** Returns whether the client has this version of the answer. */
  public boolean knows(String entityTag) {
    return knownVersions.filter(known -> EntityTags.contains(known, entityTag)).isPresent();
  }
}
