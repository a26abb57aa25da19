package dev.graspd.server.web;

import dev.graspd.core.repo.RepoAddress;
import dev.graspd.server.diary.Subject;
import java.util.Collections;
import java.util.SortedMap;

/** The pages that operators and clients read and that the web layer only delivers. */
public interface OpsPages {
  /**
   * One ready answer: status, content type and UTF-8 body.
   *
   * @param styleSource what the content policy says of style sheets
   * @param headers more headers of the answer
   */
  record Page(
      int status,
      String contentType,
      String body,
      String styleSource,
      SortedMap<String, String> headers) {
    /** A page without headers of its own. */
    public Page(int status, String contentType, String body, String styleSource) {
      this(status, contentType, body, styleSource, Collections.emptySortedMap());
    }

    /** A page without a style sheet. */
    public Page(int status, String contentType, String body) {
      this(status, contentType, body, "'none'");
    }
  }

  /** {@code /metrics}; status 404 when switched off. */
  Page metrics();

  /** {@code /healthz}: 200 while the process is alive and the store works. */
  Page health();

  /** {@code /readyz}: 200 while requests are welcome; 503 before that and while draining. */
  Page ready();

  /** The NIP-11 document. */
  Page relayInformation();

  /** What a browser sees at the service root; 503 before the server is ready. */
  Page home();

  /** What a browser sees of sync with other relays, and of the upkeep of git data. */
  Page status();

  /** What was done for git data, for programs. */
  Page upkeep();

  /** Sync with other relays, for programs. */
  Page sync();

  /** The life of an event or a ref, for programs; status 404 if nothing is known of it. */
  Page why(Subject subject);

  /** The same as plain text, for people. */
  Page whyAsText(Subject subject);

  /** What a browser sees of a repository; status 404 if there is none. */
  Page repository(RepoAddress address);

  /** The same as JSON, for programs. */
  Page repositoryDocument(RepoAddress address);

  /** Which repositories there are, for programs; the query is as it was written. */
  Page repositories(String query);

  /** What programs see of a repository whose name is none. */
  Page noRepositoryDocument();

  /** What a refusal means, by the name of its page; status 404 for a name that there is not. */
  Page refusal(String slug);

  /** What a browser sees where nothing is. */
  Page notFound();
}
