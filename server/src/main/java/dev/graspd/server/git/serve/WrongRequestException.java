package dev.graspd.server.git.serve;

import dev.graspd.core.nostr.Reason;

/** A request that git's protocol, or a limit, does not allow; the message is for the client. */
final class WrongRequestException extends Exception {
  private static final long serialVersionUID = 1L;

  private final Reason reason;

  WrongRequestException(Reason reason, String words) {
    super(words);
    this.reason = reason;
  }

  /** Makes the usual one: the request is not what git sends. */
  WrongRequestException(String words) {
    this(Reason.FETCH_MALFORMED, words);
  }

  UploadRequest.Wrong wrong() {
    return new UploadRequest.Wrong(reason.saying(String.valueOf(getMessage())));
  }
}
