package dev.graspd.server.web.http;

import dev.graspd.core.nostr.refusal.Reason;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.server.diary.Subject;
import dev.graspd.server.site.address.ApiAddress;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;

/** The pages that operators and clients read and that the web layer only delivers. */
public interface OpsPages {
  /**
   * One ready answer: status, content type and UTF-8 body.
   *
   * @param headers more headers of the answer
   */
  record Page(int status, String contentType, String body, SortedMap<String, String> headers) {
    /** A page without headers of its own. */
    public Page(int status, String contentType, String body) {
      this(status, contentType, body, Collections.emptySortedMap());
    }
  }

  /** {@code /metrics}; status 404 when switched off. */
  Page metrics();

  /**
   * {@code /healthz}: 200 while the process is alive and the store works; the body is JSON and has
   * the server's key and its origin.
   */
  Page health();

  /** {@code /readyz}: 200 while requests are welcome; 503 before that and while draining. */
  Page ready();

  Page relayInformation();

  /**
   * The page at the service root for browsers; 503 before the server is ready. May read the store.
   */
  Page home();

  /** The page about sync with other relays and repacking of git data. */
  Page status();

  Page upkeep();

  Page sync();

  /** The life of an event or a ref, for programs; status 404 if nothing is known of it. */
  Page why(Subject subject);

  /** The same as plain text, for people. */
  Page whyAsText(Subject subject);

  /** The page of a repository; status 404 if there is none. */
  Page repository(RepoAddress address);

  /**
   * Code of a repository for programs, or the description of the API.
   *
   * @param known the versions that the client has, as it sends them
   */
  Page api(ApiAddress address, Optional<String> known);

  /** The same if it is in memory that the client has the newest version. */
  Optional<Page> apiAtOnce(ApiAddress address, Optional<String> known);

  /** The JSON answer to a request that cannot be answered. */
  Page apiProblem(Reason reason, String detail);

  /** A file that pages share, by its name; status 404 for an unknown name. */
  Page asset(String name);

  /** The same as JSON, for programs. */
  Page repositoryDocument(RepoAddress address);

  /** The list of repositories, as JSON; the query is not decoded. */
  Page repositories(String query);

  /** The JSON answer for a malformed repository name. */
  Page noRepositoryDocument();

  /** The page that explains a refusal, by its name; status 404 for an unknown name. */
  Page refusal(String slug);

  Page notFound();
}
