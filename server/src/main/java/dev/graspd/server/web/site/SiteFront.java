package dev.graspd.server.web.site;

import dev.graspd.core.store.blocking.Blocking;
import dev.graspd.core.store.blocking.NeverBlocking;
import dev.graspd.server.git.Exchange;
import dev.graspd.server.site.address.SiteAddress;
import java.util.Optional;

/** The site, as the web layer uses it. */
@Blocking
public interface SiteFront {
  /** Returns whether an answer may take long; few of those are made at once. */
  @NeverBlocking
  boolean isHeavy(SiteAddress address);

  /** Returns whether an answer comes piece by piece, by {@link #stream}. */
  @NeverBlocking
  boolean isStreamed(SiteRequest request);

  /** Answers from memory: that a page has not changed, or a page that is kept. */
  @NeverBlocking
  Optional<SiteReply> atOnce(SiteRequest request);

  /** Makes the whole answer. */
  SiteReply reply(SiteRequest request);

  /** Makes an answer piece by piece; a slow client does not delay it. */
  void stream(SiteRequest request, Exchange exchange);
}
