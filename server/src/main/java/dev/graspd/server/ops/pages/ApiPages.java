package dev.graspd.server.ops.pages;

import dev.graspd.core.nostr.refusal.QueryReason;
import dev.graspd.core.nostr.refusal.Reason;
import dev.graspd.server.site.address.ApiAddress;
import dev.graspd.server.site.address.ApiAddresses;
import dev.graspd.server.site.api.ApiAnswer;
import dev.graspd.server.site.api.CodeApi;
import dev.graspd.server.site.api.SearchApi;
import dev.graspd.server.site.api.TalkApi;
import dev.graspd.server.site.json.JsonDocument;
import dev.graspd.server.site.json.Problem;
import dev.graspd.server.site.openapi.OpenApi;
import dev.graspd.server.site.serve.Lasting;
import dev.graspd.server.site.serve.PageVersions;
import dev.graspd.server.web.http.OpsPages.Page;
import dev.graspd.server.web.site.EntityTags;
import dev.graspd.server.web.site.SiteReply;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Code for programs, as answers, and the description of the API. Thread-safe. */
public final class ApiPages {
  private static final String EXPOSED = "Access-Control-Expose-Headers";

  private final String base;
  private final Optional<CodeApi> code;
  private final Optional<TalkApi> talk;
  private final Optional<SearchApi> search;
  private final String description;
  private final String descriptionVersion;

  /**
   * Renders the description.
   *
   * @param base the path of the service, with slashes around it
   * @param code empty on a server that hosts no repositories
   * @param talk likewise
   * @param search likewise
   */
  public ApiPages(
      String base, Optional<CodeApi> code, Optional<TalkApi> talk, Optional<SearchApi> search) {
    this.base = base;
    this.code = code;
    this.talk = talk;
    this.search = search;
    this.description = OpenApi.document(base);
    this.descriptionVersion = PageVersions.with(base, description);
  }

  /** Returns that the client has the newest version, if that is in memory. */
  Optional<Page> atOnce(ApiAddress address, Optional<String> known) {
    return versionAtOnce(address)
        .filter(version -> isKnown(known, version))
        .map(version -> unchanged(address, version));
  }

  private Optional<String> versionAtOnce(ApiAddress address) {
    return switch (address) {
      case ApiAddress.Description() -> Optional.of(descriptionVersion);
      case ApiAddress.OfRepository repository -> code.flatMap(one -> one.versionAtOnce(repository));
      case ApiAddress.Threads _, ApiAddress.OneThread _ -> Optional.empty();
      case ApiAddress.Person _, ApiAddress.SignedEvent _, ApiAddress.Search _ -> Optional.empty();
    };
  }

  /**
   * Answers a request.
   *
   * @param known the versions that the client has, as it sends them
   */
  Page of(ApiAddress address, Optional<String> known) {
    return switch (address) {
      case ApiAddress.Description() ->
          isKnown(known, descriptionVersion)
              ? unchanged(address, descriptionVersion)
              : new Page(
                  200, JsonDocument.TYPE, description, versioned(address, descriptionVersion));
      case ApiAddress.OfRepository repository ->
          page(
              address,
              code.map(one -> one.of(repository, version -> isKnown(known, version)))
                  .orElseGet(CodeApi::noRepository));
      case ApiAddress.Threads threads -> of(address, known, talk.map(one -> one.threads(threads)));
      case ApiAddress.OneThread thread -> of(address, known, talk.map(one -> one.thread(thread)));
      case ApiAddress.Person person -> of(address, known, talk.map(one -> one.person(person)));
      case ApiAddress.SignedEvent event -> of(address, known, talk.map(one -> one.event(event)));
      case ApiAddress.Search asked -> of(address, known, search.map(one -> one.of(asked)));
    };
  }

  /** The version of a document of threads is known only when it is made. */
  private Page of(ApiAddress address, Optional<String> known, Optional<ApiAnswer> answer) {
    ApiAnswer made = answer.orElseGet(CodeApi::noRepository);
    return made instanceof ApiAnswer.Document(_, _, var version)
            && version.filter(one -> isKnown(known, one)).isPresent()
        ? unchanged(address, version.get())
        : page(address, made);
  }

  private static boolean isKnown(Optional<String> known, String version) {
    return known.filter(list -> EntityTags.contains(list, EntityTags.weak(version))).isPresent();
  }

  private static Page unchanged(ApiAddress address, String version) {
    return new Page(304, JsonDocument.TYPE, "", versioned(address, version));
  }

  /** As pages: what names a whole commit id may be kept for five minutes (W-95). */
  private static SortedMap<String, String> versioned(ApiAddress address, String version) {
    SortedMap<String, String> headers = headers();
    headers.put("ETag", EntityTags.weak(version));
    boolean isLasting = address instanceof ApiAddress.OfRepository(_, var view) && Lasting.of(view);
    headers.put("Cache-Control", isLasting ? "public, max-age=300" : "no-cache");
    return headers;
  }

  private Page page(ApiAddress address, ApiAnswer answer) {
    return switch (answer) {
      case ApiAnswer.Unchanged(var version) -> unchanged(address, version);
      case ApiAnswer.Document(var json, var next, var version) -> {
        SortedMap<String, String> headers =
            version.map(one -> versioned(address, one)).orElseGet(ApiPages::headers);
        next.ifPresent(there ->
            headers.put("Link", "<" + base + ApiAddresses.write(there) + ">; rel=\"next\""));
        yield new Page(200, JsonDocument.TYPE, json, headers);
      }
      case ApiAnswer.Refused(var problem) -> problem(problem);
    };
  }

  Page problem(Reason reason, String detail) {
    return problem(new Problem(reason, detail));
  }

  private Page problem(Problem problem) {
    SortedMap<String, String> headers = headers();
    if (problem.reason() == QueryReason.API_METHOD) {
      headers.put("Allow", "GET, HEAD, OPTIONS");
    }
    if (problem.status() == 503) {
      headers.put("Retry-After", Integer.toString(SiteReply.RETRY_SECONDS));
    }
    return new Page(problem.status(), Problem.TYPE, problem.json(base), headers);
  }

  /** What scripts of other sites may read, too. */
  static SortedMap<String, String> headers() {
    SortedMap<String, String> headers = new TreeMap<>();
    headers.put(EXPOSED, "ETag, Link, Retry-After");
    return headers;
  }
}
