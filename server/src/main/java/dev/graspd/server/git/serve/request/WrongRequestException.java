package dev.graspd.server.git.serve.request;

import dev.graspd.core.nostr.refusal.FetchReason;

/** A request that git's protocol, or a limit, does not allow; the message is for the client. */
final class WrongRequestException extends Exception {
  private static final long serialVersionUID = 1L;

  private final FetchReason reason;

  WrongRequestException(FetchReason reason, String words) {
    super(words);
    this.reason = reason;
  }

  /** A malformed request. */
  WrongRequestException(String words) {
    this(FetchReason.FETCH_MALFORMED, words);
  }

  UploadRequest.Wrong wrong() {
    return new UploadRequest.Wrong(reason.saying(String.valueOf(getMessage())));
  }
}
