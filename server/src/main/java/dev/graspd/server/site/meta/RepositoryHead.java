package dev.graspd.server.site.meta;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.server.site.address.Addresses;
import dev.graspd.server.site.address.ApiAddress;
import dev.graspd.server.site.address.ApiAddresses;
import dev.graspd.server.site.address.ApiView;
import dev.graspd.server.site.address.Part;
import dev.graspd.server.site.address.RepositoryView;
import dev.graspd.server.site.address.RepositoryView.Entries;
import dev.graspd.server.site.address.SiteAddress;
import dev.graspd.server.site.html.Html.Link;
import dev.graspd.server.site.html.Html.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The heads of a repository's pages: what all heads tell, and where git and Go find the code. */
public record RepositoryHead(PageHead.Service service, RepoAddress repository) {
  private static final RepositoryView SUMMARY = new RepositoryView.Summary();

  /**
   * One page.
   *
   * @param view what it shows, at the address that is preferred for it
   * @param json the same for programs
   * @param more other forms of it
   */
  public record Shown(
      RepositoryView view,
      String title,
      Optional<String> description,
      Optional<ApiView> json,
      List<Alternate> more) {
    public Shown(RepositoryView view, String title) {
      this(view, title, Optional.empty(), jsonOf(view), List.of());
    }

    public Shown {
      more = List.copyOf(more);
    }

    public Shown withDescription(String text) {
      return new Shown(view, title, Optional.of(text), json, more);
    }

    public Shown withJson(ApiView same) {
      return new Shown(view, title, description, Optional.of(same), more);
    }

    /** Returns the same for a page of which programs have no document of its own. */
    public Shown withoutJson() {
      return new Shown(view, title, description, Optional.empty(), more);
    }

    public Shown withMore(List<Alternate> forms) {
      return new Shown(view, title, description, json, forms);
    }
  }

  public List<Node> of(Shown shown) {
    PageHead head =
        new PageHead(
            own(shown.view),
            shown.title,
            shown
                .description
                .filter(text -> !text.isBlank())
                .orElseGet(() ->
                    "%s, a git repository of %s"
                        .formatted(repository.identifier(), Bech32.npub(repository.owner()))),
            repository.owner(),
            alternates(shown));
    List<Node> nodes = new ArrayList<>(head.nodes(service));
    String git = service.url(new SiteAddress.OfRepository(repository, true, SUMMARY));
    nodes.add(PageHead.link("vcs-git", git));
    nodes.add(PageHead.named("go-import", service.place(own(SUMMARY)) + " git " + git));
    return nodes;
  }

  private SiteAddress own(RepositoryView view) {
    return new SiteAddress.OfRepository(repository, view);
  }

  private List<Alternate> alternates(Shown shown) {
    List<Alternate> alternates = new ArrayList<>();
    for (Entries entries : Entries.values()) {
      alternates.add(
          new Alternate(
              new Link(service.base() + Addresses.write(own(new RepositoryView.Feed(entries)))),
              Alternate.ATOM,
              entries == Entries.TAGS ? "Tags" : "Commits"));
    }
    String json =
        shown
            .json
            .map(view -> ApiAddresses.write(new ApiAddress.OfRepository(repository, view)))
            .orElseGet(() -> ApiAddresses.document(repository));
    alternates.add(new Alternate(new Link(service.base() + json), Alternate.JSON, "JSON"));
    alternates.addAll(shown.more);
    return alternates;
  }

  /** Returns the same for programs, if the address alone tells what that is. */
  private static Optional<ApiView> jsonOf(RepositoryView view) {
    return switch (view) {
      case RepositoryView.Branches(), RepositoryView.Tags() ->
          Optional.of(new ApiView.Refs(first()));
      case RepositoryView.Tree tree -> Optional.of(new ApiView.Tree(tree.place(), first()));
      case RepositoryView.Blame(var place) -> Optional.of(new ApiView.Blame(place));
      case RepositoryView.Commit commit -> Optional.of(new ApiView.Commit(commit.id()));
      case RepositoryView.Compare(var from, var to, var isFromBase, _, _) ->
          isFromBase ? Optional.of(new ApiView.Compare(from, to, true)) : Optional.empty();
      default -> Optional.empty();
    };
  }

  private static <C> Part<C> first() {
    return new Part<>(Part.LIMIT_USUAL, Optional.empty());
  }
}
