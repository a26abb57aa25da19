package dev.graspd.server.site.api;

import dev.graspd.server.git.browse.CodeReader;
import dev.graspd.server.git.objects.ObjectStores;
import dev.graspd.server.hosting.HostedRepository;
import dev.graspd.server.hosting.Repositories;
import dev.graspd.server.site.address.ApiAddress;
import dev.graspd.server.site.address.ApiView;
import dev.graspd.server.site.serve.PageBudgets;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.function.LongSupplier;

/** The code of all repositories, for programs. Thread-safe; may read the disk. */
public final class CodeApi {
  private final Repositories repositories;
  private final ObjectStores stores;
  private final SignedStates states;
  private final LongSupplier nanoTime;

  public CodeApi(
      Repositories repositories, ObjectStores stores, SignedStates states, LongSupplier nanoTime) {
    this.repositories = repositories;
    this.stores = stores;
    this.states = states;
    this.nanoTime = nanoTime;
  }

  /** The answer for a repository that is not hosted. */
  public static ApiAnswer noRepository() {
    return ApiScope.notFound("there is no such repository here");
  }

  /** Answers a request for something of a repository. */
  public ApiAnswer of(ApiAddress.OfRepository address) {
    Optional<HostedRepository> hosted = repositories.find(address.repository());
    if (hosted.isEmpty()) {
      return noRepository();
    }
    try (CodeReader code = CodeReader.open(stores, hosted.get())) {
      return of(
          address.view(), new ApiScope(address.repository(), code, new PageBudgets(nanoTime)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private ApiAnswer of(ApiView view, ApiScope scope) throws IOException {
    ApiTrees trees = new ApiTrees(scope);
    ApiCommits commits = new ApiCommits(scope);
    return switch (view) {
      case ApiView.Refs(var part) -> new ApiRefs(scope, states.of(scope.repository())).refs(part);
      case ApiView.Tree(var place, var part) -> trees.tree(place, part);
      case ApiView.Blob(var place) -> trees.blob(place);
      case ApiView.Blame(var place) -> trees.blame(place);
      case ApiView.LastCommits(var place, var part) -> trees.lastCommits(place, part);
      case ApiView.Commits log -> commits.log(log);
      case ApiView.Commit(var id) -> commits.commit(id);
      case ApiView.Compare(var from, var to, var hasHunks) -> commits.compare(from, to, hasHunks);
    };
  }
}
