package dev.graspd.server.site.serve;

import dev.graspd.core.repo.RepoAddress;
import dev.graspd.server.git.Exchange;
import dev.graspd.server.site.address.Addresses;
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
 * @param base the path of the service, with slashes around it
 * @param notFound the page for an address without anything
 * @param plain the page of a repository, without code
 */
public record ServiceOnlySite(
    ServicePages service,
    NostrWords words,
    String base,
    String notFound,
    Function<RepoAddress, SiteReply> plain)
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
    return switch (request.address()) {
      case SiteAddress.OfRepository(var repository, _, RepositoryView.Summary _) ->
          plain.apply(repository);
      case SiteAddress.NostrWord(_, var named) ->
          words
              .pageOf(named)
              .map(page -> SiteReplies.found(base + Addresses.write(page)))
              .orElseGet(this::nothing);
      default -> nothing();
    };
  }

  private SiteReply nothing() {
    return SiteReplies.text(404, "text/html; charset=utf-8", notFound);
  }

  @Override
  public void stream(SiteRequest request, Exchange exchange) {
    exchange.refuse(404, "this server shows no code");
  }
}
