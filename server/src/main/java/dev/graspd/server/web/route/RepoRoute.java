package dev.graspd.server.web.route;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.RefSpace;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.server.git.GitService;
import io.netty.handler.codec.http.HttpMethod;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The meaning of a path below an npub, or below {@code prs} (G01-1, G01-2, G06-1). A repository is
 * found without {@code .git} too (W-12a), since people omit it. Pure.
 */
final class RepoRoute {
  private static final String SUBMISSIONS = "prs";
  private static final String GIT = ".git";
  private static final List<String> API = List.of("api", "v1", "repositories");
  private static final List<String> INFO_REFS = List.of("info", "refs");
  private static final List<String> LARGE_FILES = List.of("info", "lfs");

  private RepoRoute() {}

  /**
   * Decides where a request for a repository goes.
   *
   * @param query what follows the question mark, empty if nothing does
   */
  static Route of(HttpMethod method, List<String> segments, String query) {
    boolean isBelow = segments.getFirst().equals(SUBMISSIONS);
    return isBelow
        ? submissions(method, segments.subList(1, segments.size()), query)
        : repository(method, segments, query);
  }

  /** Programs push and fetch there (G06-1); for people there is nothing to see. */
  private static Route submissions(HttpMethod method, List<String> segments, String query) {
    if (segments.size() < 3) {
      return new Route.NotFound();
    }
    List<String> rest = segments.subList(2, segments.size());
    return withoutGit(segments.get(1))
        .flatMap(identifier -> address(segments.getFirst(), identifier))
        .map(address -> new RefSpace(RefSpace.Kind.SUBMISSIONS, address))
        .map(space -> service(method, space, rest, query))
        .orElseGet(Route.NotFound::new);
  }

  private static Route repository(HttpMethod method, List<String> segments, String query) {
    if (segments.size() < 2) {
      return new Route.NotFound();
    }
    String name = segments.get(1);
    Optional<RepoAddress> address = address(segments.getFirst(), withoutGit(name).orElse(name));
    if (address.isEmpty()) {
      return new Route.NotFound();
    }
    List<String> rest = segments.subList(2, segments.size());
    return rest.isEmpty()
        ? new Route.NotFound()
        : service(method, RefSpace.ofRepository(address.get()), rest, query);
  }

  /**
   * Returns whether a path is one of a repository that git asks for; quick, since git asks often.
   */
  static boolean isService(String path) {
    if (!path.startsWith("npub1")) {
      return false;
    }
    if (path.endsWith("/info/refs")) {
      return slashes(path) == 3;
    }
    boolean isPost = path.endsWith("/git-upload-pack") || path.endsWith("/git-receive-pack");
    return isPost && slashes(path) == 2;
  }

  private static long slashes(String path) {
    return path.chars().filter(c -> c == '/').count();
  }

  /** Returns whether a program asks which repositories there are. */
  static boolean isList(List<String> segments) {
    return segments.equals(API);
  }

  /** Returns whether a program asks for a repository. */
  static boolean isDocument(List<String> segments) {
    return segments.size() == API.size() + 2 && segments.subList(0, API.size()).equals(API);
  }

  /** Decides where a program goes that asks for a repository; its identifier is whole. */
  static Route document(HttpMethod method, List<String> segments) {
    if (!Route.isReading(method)) {
      return new Route.WrongMethod();
    }
    return address(segments.get(API.size()), segments.get(API.size() + 1))
        .<Route>map(Route.RepositoryDocument::new)
        .orElseGet(Route.NoRepositoryDocument::new);
  }

  private static Route service(HttpMethod method, RefSpace space, List<String> rest, String query) {
    if (rest.equals(INFO_REFS)) {
      return Route.isReading(method) ? infoRefs(space, query) : new Route.WrongMethod();
    }
    if (rest.size() > LARGE_FILES.size()
        && rest.subList(0, LARGE_FILES.size()).equals(LARGE_FILES)) {
      return new Route.LargeFiles();
    }
    Optional<GitService.Name> service =
        rest.size() == 1 ? named(rest.getFirst()) : Optional.empty();
    if (service.isEmpty()) {
      return new Route.NotFound();
    }
    return method.equals(HttpMethod.POST)
        ? new Route.Exchange(space, service.get())
        : new Route.WrongMethod();
  }

  private static Route infoRefs(RefSpace space, String query) {
    return Arrays.stream(query.split("&", -1))
        .filter(parameter -> parameter.startsWith("service="))
        .findFirst()
        .flatMap(parameter -> named(parameter.substring("service=".length())))
        .<Route>map(service -> new Route.InfoRefs(space, service))
        .orElseGet(Route.NoSuchService::new);
  }

  private static Optional<GitService.Name> named(String word) {
    return Arrays.stream(GitService.Name.values())
        .filter(name -> name.word().equals(word))
        .findFirst();
  }

  private static Optional<String> withoutGit(String name) {
    return name.endsWith(GIT)
        ? Optional.of(name.substring(0, name.length() - GIT.length()))
        : Optional.empty();
  }

  private static Optional<RepoAddress> address(String npub, String identifier) {
    return Bech32.parseNpub(npub)
        .flatMap(owner -> Identifier.parse(identifier).map(name -> new RepoAddress(owner, name)));
  }
}
