package dev.graspd.server.git;

import dev.graspd.core.repo.RefSpace;
import dev.graspd.core.repo.RepoAddress;
import java.util.Optional;

/** Smart HTTP, as the web layer uses it. */
public interface GitService {
  /** The two services of smart HTTP. */
  enum Name {
    UPLOAD_PACK("git-upload-pack"),
    RECEIVE_PACK("git-receive-pack");

    private final String word;

    Name(String word) {
      this.word = word;
    }

    /** Returns the name on the wire. */
    public String word() {
      return word;
    }
  }

  /** A ready answer. */
  record Answer(int status, String contentType, byte[] body) {}

  /**
   * Answers {@code GET info/refs} if everything is in memory; quick enough for an event loop. 404
   * if there is no such repository. Empty if something must be read or written out first: {@link
   * #infoRefs}.
   *
   * @param gitProtocol the {@code Git-Protocol} header, empty if there is none
   */
  Optional<Answer> infoRefsAtOnce(RefSpace space, Name service, String gitProtocol);

  /**
   * Answers {@code GET info/refs}, whatever must be read for it. Returns at once; the exchange,
   * which has no body, is carried out on git's threads.
   */
  void infoRefs(RefSpace space, Name service, Exchange exchange);

  /**
   * Answers a POST that is all here, if that takes no longer than {@link #infoRefsAtOnce}; quick
   * enough for an event loop. Empty if it must be carried out as any other: {@link #exchange}.
   */
  default Optional<Answer> atOnce(RefSpace space, Name service, String gitProtocol, byte[] body) {
    return Optional.empty();
  }

  /**
   * Takes a POST. Returns at once; the exchange is carried out on git's threads, or refused there
   * (404, 413, 503 with a hint when to come back, 507).
   */
  void exchange(RefSpace space, Name service, Exchange exchange);

  /** Returns whether there is such a repository, for pages. */
  boolean exists(RepoAddress repository);
}
