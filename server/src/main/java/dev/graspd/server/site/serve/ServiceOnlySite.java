package dev.graspd.server.site.serve;

import dev.graspd.core.repo.RepoAddress;
import dev.graspd.server.git.Exchange;
import dev.graspd.server.site.address.RepositoryView;
import dev.graspd.server.site.address.SiteAddress;
import dev.graspd.server.web.site.SiteFront;
import dev.graspd.server.web.site.SiteReply;
import dev.graspd.server.web.site.SiteRequest;
import java.util.Optional;
import java.util.function.Function;

/**
 * The site of a server that shows no code: only files about the service.
 *
 * @param notFound the page for an address without anything
 * @param plain the page of a repository, without code
 */
public record ServiceOnlySite(
    ServicePages service, String notFound, Function<RepoAddress, SiteReply> plain)
    implements SiteFront {
  @Override
  public boolean isHeavy(SiteAddress address) {
    return false;
  }

  @Override
  public boolean isStreamed(SiteRequest request) {
    return false;
  }

  @Override
  public Optional<SiteReply> atOnce(SiteRequest request) {
    return service.atOnce(request.address());
  }

  @Override
  public SiteReply reply(SiteRequest request) {
    return request.address()
            instanceof SiteAddress.OfRepository(var repository, _, RepositoryView.Summary _)
        ? plain.apply(repository)
        : SiteReplies.text(404, "text/html; charset=utf-8", notFound);
  }

  @Override
  public void stream(SiteRequest request, Exchange exchange) {
    exchange.refuse(404, "this server shows no code");
  }
}
