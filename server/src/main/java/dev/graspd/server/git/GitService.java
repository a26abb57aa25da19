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
   * Answers {@code GET info/refs} from memory; quick enough for an event loop. 404 if there is no
   * such repository. Empty if it needs the disk: {@link #infoRefs}.
   *
   * @param gitProtocol the {@code Git-Protocol} header, empty if there is none
   */
  Optional<Answer> infoRefsAtOnce(RefSpace space, Name service, String gitProtocol);

  /**
   * Answers {@code GET info/refs} from disk. Returns at once; git's threads handle the exchange,
   * which has no body.
   */
  void infoRefs(RefSpace space, Name service, Exchange exchange);

  /**
   * Answers a complete POST, if that is quick enough for an event loop. Empty for every other one:
   * {@link #exchange}.
   */
  default Optional<Answer> atOnce(RefSpace space, Name service, String gitProtocol, byte[] body) {
    return Optional.empty();
  }

  /**
   * Takes a POST. Returns at once; git's threads answer it, or refuse it (404, 413, 503 with a time
   * to try again, 507).
   */
  void exchange(RefSpace space, Name service, Exchange exchange);

  /** Returns whether there is such a repository, for pages. */
  boolean exists(RepoAddress repository);
}
