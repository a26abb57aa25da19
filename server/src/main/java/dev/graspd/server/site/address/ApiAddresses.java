package dev.graspd.server.site.address;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.tree.TreeName;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * Reads and writes addresses of the API. What it writes, it reads as the same address. Other than
 * in pages, unknown keys and values of a query are refused.
 */
public final class ApiAddresses {
  /** The revision of a log that names none. */
  public static final String REVISION_USUAL = "HEAD";

  private static final String DESCRIPTION = "api/v1/openapi.json";
  private static final String REPOSITORIES = "api/v1/repositories/";
  private static final Pattern COMMIT = Pattern.compile("[0-9a-f]{7,40}");
  private static final String FROM_BASE = "...";
  private static final List<String> OF_LISTS = List.of(ApiQuery.LIMIT, ApiQuery.CURSOR);
  private static final List<String> OF_LOGS =
      List.of(ApiQuery.REVISION, ApiQuery.PATH, ApiQuery.LIMIT, ApiQuery.CURSOR);

  private ApiAddresses() {}

  /** The outcome of reading an address. */
  public sealed interface Reading {
    record At(ApiAddress address) implements Reading {}

    /** The query cannot be used; the detail says why. */
    record Malformed(String detail) implements Reading {}

    /** Below a repository, but nothing can be there. */
    record Nothing() implements Reading {}

    /** It is not an address of this part of the API. */
    record Elsewhere() implements Reading {}
  }

  /**
   * Reads an address.
   *
   * @param path below the base path, as it was sent: its bytes as Latin-1, not decoded
   * @param query the text after the question mark, empty if there is none
   */
  public static Reading read(String path, String query) {
    if (path.equals(DESCRIPTION)) {
      return new Reading.At(new ApiAddress.Description());
    }
    if (!path.startsWith(REPOSITORIES)) {
      return ApiTalkPaths.read(path, query);
    }
    List<String> segments = List.of(path.substring(REPOSITORIES.length()).split("/", -1));
    return segments.size() < 3 ? new Reading.Elsewhere() : below(segments, query);
  }

  private static Reading below(List<String> segments, String query) {
    Optional<RepoAddress> repository =
        Bech32.parseNpub(segments.getFirst())
            .flatMap(
                owner -> identifier(segments.get(1)).map(name -> new RepoAddress(owner, name)));
    List<String> rest = segments.subList(2, segments.size());
    return repository
        .map(one ->
            ApiTalkPaths.section(rest.getFirst())
                .map(section -> ApiTalkPaths.read(one, section, rest, query))
                .orElseGet(() -> view(one, rest, query)))
        .orElseGet(Reading.Nothing::new);
  }

  private static Optional<Identifier> identifier(String raw) {
    return Segments.decode(raw)
        .filter(TreeName::isText)
        .map(TreeName::text)
        .flatMap(Identifier::parse);
  }

  private static Reading view(RepoAddress repository, List<String> segments, String raw) {
    List<String> rest = segments.subList(1, segments.size());
    ApiQuery query = new ApiQuery(raw, known(segments));
    Optional<ApiView> view =
        switch (segments.getFirst()) {
          case "refs" -> alone(rest, new ApiView.Refs(query.part(ApiAddresses::ref)));
          case "tree" ->
              ViewPaths.place(rest)
                  .map(place -> new ApiView.Tree(place, query.part(TreeCursor::parse)));
          case "blob" -> file(rest).map(ApiView.Blob::new);
          case "commits" -> rest.isEmpty() ? Optional.of(log(query)) : commit(rest);
          case "compare" -> compare(String.join("/", rest), query);
          case "blame" -> file(rest).map(ApiView.Blame::new);
          case "last-commits" ->
              ViewPaths.place(rest)
                  .map(place -> new ApiView.LastCommits(place, query.part(TreeCursor::parse)));
          default -> Optional.empty();
        };
    if (view.isEmpty()) {
      return new Reading.Nothing();
    }
    return query
        .fault()
        .<Reading>map(Reading.Malformed::new)
        .orElseGet(() -> new Reading.At(new ApiAddress.OfRepository(repository, view.get())));
  }

  /** Returns the keys that a query may have. */
  private static List<String> known(List<String> segments) {
    return switch (segments.getFirst()) {
      case "refs", "tree", "last-commits" -> OF_LISTS;
      case "commits" -> segments.size() == 1 ? OF_LOGS : List.of();
      case "compare" -> List.of(ApiQuery.HUNKS);
      default -> List.of();
    };
  }

  private static Optional<ApiView> alone(List<String> rest, ApiView view) {
    return rest.isEmpty() ? Optional.of(view) : Optional.empty();
  }

  /** A file has a path behind its revision. */
  private static Optional<Place> file(List<String> rest) {
    return ViewPaths.place(rest).filter(place -> place.names().size() > 1);
  }

  private static ApiView log(ApiQuery query) {
    return new ApiView.Commits(
        query.revision(REVISION_USUAL), query.path(), query.part(LogCursor::parse));
  }

  private static Optional<ApiView> commit(List<String> rest) {
    return rest.size() == 1 && COMMIT.matcher(rest.getFirst()).matches()
        ? Optional.of(new ApiView.Commit(rest.getFirst()))
        : Optional.empty();
  }

  private static Optional<ApiView> compare(String raw, ApiQuery query) {
    // No name of a ref has two dots in a row.
    int at = raw.indexOf(FROM_BASE);
    if (at < 0) {
      return Optional.empty();
    }
    Optional<String> from = ViewPaths.revision(raw.substring(0, at));
    Optional<String> to = ViewPaths.revision(raw.substring(at + FROM_BASE.length()));
    return from.isEmpty() || to.isEmpty()
        ? Optional.empty()
        : Optional.of(new ApiView.Compare(from.get(), to.get(), query.hunks()));
  }

  /** Reads the cursor of a list of refs: the last name of the part before. */
  private static Optional<RefName> ref(String text) {
    try {
      return RefName.parse(new String(HexFormat.of().parseHex(text), StandardCharsets.UTF_8));
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }

  /** Returns the cursor behind a ref. */
  public static String cursor(RefName last) {
    return HexFormat.of().formatHex(last.text().getBytes(StandardCharsets.UTF_8));
  }

  /** Returns an address below the base path, with its query. */
  public static String write(ApiAddress address) {
    return switch (address) {
      case ApiAddress.Description() -> DESCRIPTION;
      case ApiAddress.OfRepository(var repository, var view) -> document(repository) + write(view);
      case ApiAddress.Threads threads ->
          document(threads.repository()) + ApiTalkPaths.write(threads);
      case ApiAddress.OneThread(var repository, var section, var root) ->
          document(repository) + ApiTalkPaths.word(section) + "/" + root.hex();
      case ApiAddress.Search search -> ApiTalkPaths.write(search);
      case ApiAddress.Person(var key) -> ApiTalkPaths.PEOPLE + Bech32.npub(key);
      case ApiAddress.SignedEvent(var id) -> ApiTalkPaths.EVENTS + id.hex();
    };
  }

  /** Returns the address of a repository's document, below the base path. */
  public static String document(RepoAddress repository) {
    return REPOSITORIES
        + Bech32.npub(repository.owner())
        + "/"
        + Segments.encode(TreeName.of(repository.identifier().text()));
  }

  private static String write(ApiView view) {
    return switch (view) {
      case ApiView.Refs(var part) -> "/refs" + listed(part, ApiAddresses::cursor).end();
      case ApiView.Tree(var place, var part) ->
          "/tree/" + place.encoded() + listed(part, TreeCursor::text).end();
      case ApiView.Blob(var place) -> "/blob/" + place.encoded();
      case ApiView.Commits(var revision, var path, var part) ->
          "/commits" + log(revision, path, part);
      case ApiView.Commit(var id) -> "/commits/" + id;
      case ApiView.Compare(var from, var to, var hasHunks) ->
          "/compare/"
              + encoded(from)
              + FROM_BASE
              + encoded(to)
              + new Query.Writer().number(ApiQuery.HUNKS, hasHunks ? 1 : 0, 1).end();
      case ApiView.Blame(var place) -> "/blame/" + place.encoded();
      case ApiView.LastCommits(var place, var part) ->
          "/last-commits/" + place.encoded() + listed(part, TreeCursor::text).end();
    };
  }

  private static String log(String revision, List<TreeName> path, Part<LogCursor> part) {
    boolean isUsual = revision.equals(REVISION_USUAL);
    Query.Writer query =
        new Query.Writer()
            .text(ApiQuery.REVISION, isUsual ? Optional.empty() : Optional.of(revision))
            .path(ApiQuery.PATH, path);
    return listed(query, part, LogCursor::text).end();
  }

  private static <C> Query.Writer listed(Part<C> part, Function<C, String> cursor) {
    return listed(new Query.Writer(), part, cursor);
  }

  private static <C> Query.Writer listed(
      Query.Writer query, Part<C> part, Function<C, String> cursor) {
    return query
        .number(ApiQuery.LIMIT, part.limit(), Part.LIMIT_USUAL)
        .text(ApiQuery.CURSOR, part.after().map(cursor));
  }

  private static String encoded(String revision) {
    return Place.of(revision, List.of()).encoded();
  }
}
