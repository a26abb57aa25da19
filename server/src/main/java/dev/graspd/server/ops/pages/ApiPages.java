package dev.graspd.server.ops.pages;

import dev.graspd.core.nostr.refusal.QueryReason;
import dev.graspd.server.site.address.ApiAddress;
import dev.graspd.server.site.address.ApiAddresses;
import dev.graspd.server.site.api.ApiAnswer;
import dev.graspd.server.site.api.CodeApi;
import dev.graspd.server.site.json.JsonDocument;
import dev.graspd.server.site.json.Problem;
import dev.graspd.server.site.openapi.OpenApi;
import dev.graspd.server.web.http.OpsPages.Page;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Code for programs, as answers, and the description of the API. Thread-safe. */
public final class ApiPages {
  private static final String EXPOSED = "Access-Control-Expose-Headers";
  private final String base;
  private final Optional<CodeApi> code;
  private final Page description;

  /**
   * Renders the description.
   *
   * @param base the path of the service, with slashes around it
   * @param code empty on a server that hosts no repositories
   */
  public ApiPages(String base, Optional<CodeApi> code) {
    this.base = base;
    this.code = code;
    this.description = new Page(200, JsonDocument.TYPE, OpenApi.document(base), headers());
  }

  Page of(ApiAddress address) {
    return switch (address) {
      case ApiAddress.Description() -> description;
      case ApiAddress.OfRepository repository ->
          page(code.map(one -> one.of(repository)).orElseGet(CodeApi::noRepository));
    };
  }

  private Page page(ApiAnswer answer) {
    return switch (answer) {
      case ApiAnswer.Document(var json, var next) -> {
        SortedMap<String, String> headers = headers();
        next.ifPresent(there ->
            headers.put("Link", "<" + base + ApiAddresses.write(there) + ">; rel=\"next\""));
        yield new Page(200, JsonDocument.TYPE, json, headers);
      }
      case ApiAnswer.Refused(var problem) -> problem(problem);
    };
  }

  Page problem(QueryReason reason, String detail) {
    return problem(new Problem(reason, detail));
  }

  private Page problem(Problem problem) {
    SortedMap<String, String> headers = headers();
    if (problem.reason() == QueryReason.API_METHOD) {
      headers.put("Allow", "GET, HEAD, OPTIONS");
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
