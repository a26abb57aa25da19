package dev.graspd.server.site.api;

import dev.graspd.core.repo.RefSpace;
import dev.graspd.core.repo.RepoState;
import dev.graspd.server.git.browse.CodeReader;
import dev.graspd.server.git.objects.ObjectStores;
import dev.graspd.server.hosting.HostedRepository;
import dev.graspd.server.hosting.Repositories;
import dev.graspd.server.site.address.ApiAddress;
import dev.graspd.server.site.address.ApiAddresses;
import dev.graspd.server.site.address.ApiView;
import dev.graspd.server.site.cache.CodeCache;
import dev.graspd.server.site.serve.PageBudgets;
import dev.graspd.server.site.serve.PageVersions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** The code of all repositories, for programs. Thread-safe; may read the disk. */
public final class CodeApi {
  private final Repositories repositories;
  private final ObjectStores stores;
  private final CodeCache cache;
  private final SignedStates states;
  private final PageVersions versions;
  private final LongSupplier nanoTime;

  /**
   * Reads nothing yet.
   *
   * @param cache for what is true of code for ever
   * @param form what all documents have in common: program and settings
   */
  public CodeApi(
      Repositories repositories,
      ObjectStores stores,
      CodeCache cache,
      SignedStates states,
      String form,
      LongSupplier nanoTime) {
    this.versions = new PageVersions(form);
    this.repositories = repositories;
    this.stores = stores;
    this.cache = cache;
    this.states = states;
    this.nanoTime = nanoTime;
  }

  /** The answer for a repository that is not hosted. */
  public static ApiAnswer noRepository() {
    return ApiScope.notFound("there is no such repository here");
  }

  /** Returns the version of a document if it is in memory; never reads the store. */
  public Optional<String> versionAtOnce(ApiAddress.OfRepository address) {
    return address.view() instanceof ApiView.Refs
        ? Optional.empty()
        : repositories
            .findAtOnce(RefSpace.ofRepository(address.repository()))
            .flatMap(found -> found)
            .flatMap(repository -> versions.known(ApiAddresses.write(address), repository));
  }

  /**
   * Answers a request for something of a repository.
   *
   * @param isKnown whether the client has a version
   */
  public ApiAnswer of(ApiAddress.OfRepository address, Predicate<String> isKnown) {
    Optional<HostedRepository> hosted = repositories.find(address.repository());
    if (hosted.isEmpty()) {
      return noRepository();
    }
    List<RepoState> signed =
        address.view() instanceof ApiView.Refs ? states.of(address.repository()) : List.of();
    String version = version(address, hosted.get(), signed);
    return isKnown.test(version)
        ? new ApiAnswer.Unchanged(version)
        : made(address, hosted.get(), signed, version);
  }

  /** Only a list of refs depends on more than the refs: on the states that sign them. */
  private String version(
      ApiAddress.OfRepository address, HostedRepository hosted, List<RepoState> signed) {
    String version = versions.of(ApiAddresses.write(address), hosted);
    return signed.isEmpty()
        ? version
        : PageVersions.with(
            version,
            signed.stream()
                .map(state -> state.event().id().hex())
                .collect(Collectors.joining(" ")));
  }

  private ApiAnswer made(
      ApiAddress.OfRepository address,
      HostedRepository hosted,
      List<RepoState> signed,
      String version) {
    PageBudgets budgets = new PageBudgets(nanoTime);
    try (CodeReader code = CodeReader.open(stores, hosted)) {
      ApiAnswer answer =
          of(address.view(), signed, new ApiScope(address.repository(), code, cache, budgets));
      return answer instanceof ApiAnswer.Document(var json, var next, _) && !budgets.isAnyUsedUp()
          ? new ApiAnswer.Document(json, next, Optional.of(version))
          : answer;
    } catch (IOException e) {
      if (CodeReader.isOfLostData(e)) {
        return ApiScope.lost();
      }
      throw new UncheckedIOException(e);
    }
  }

  private static ApiAnswer of(ApiView view, List<RepoState> signed, ApiScope scope)
      throws IOException {
    ApiTrees trees = new ApiTrees(scope);
    ApiCommits commits = new ApiCommits(scope);
    return switch (view) {
      case ApiView.Refs(var part) -> new ApiRefs(scope, signed).refs(part);
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
