package dev.graspd.core.nostr.refusal;

/** Why a clone or a fetch is refused. */
public enum FetchReason implements Reason {
  FETCH_NOT_OURS(
      Prefix.RESTRICTED,
      "not our ref",
      "A fetch asked for an object that is not here, or that no branch, tag or pull request of this repository reaches.",
      "Fetch the repository again: its refs may have moved. An object of another owner's repository is served there."),
  FETCH_FILTER(
      Prefix.UNSUPPORTED,
      "filter not supported",
      "A partial clone asked for a filter that this server does not know.",
      "Use blob:none, blob:limit=<size> or tree:<depth>."),
  FETCH_MALFORMED(
      Prefix.INVALID,
      "fetch request cannot be read",
      "The request is not what git's protocol describes, asks for what was not offered, or is longer than this server reads.",
      "The text says which line it was."),
  FETCH_TOO_LARGE(
      Prefix.INVALID,
      "fetch request is too large",
      "The body of the request is larger than any that git needs for a repository of a usual size.",
      "Fetch fewer refs at a time."),
  FETCH_TOO_SLOW(
      Prefix.INVALID,
      "fetch request took too long",
      "The body of the request did not arrive within the time that one has, so what was read of it was thrown away.",
      "Try again, over a better connection if you can; a fetch of fewer refs sends less."),
  FETCH_NEEDS_MEMORY(
      Prefix.ERROR,
      "too many objects for this server's memory",
      "Computing a pack takes memory for each of its objects, and this one has more than the server can pack at once.",
      "Fetch less at a time: git clone --depth 1, then git fetch --deepen; or --filter=tree:0. Operators: give the process more memory, or raise NGIT_MAX_PACK_HEAP_BYTES."),
  FETCH_BUSY(
      Prefix.RATE_LIMITED,
      "too many clones and fetches at once",
      "Computing a pack costs time and memory, so only so many are computed at once, in all and for one address, and their requests have so many bytes; this one has waited long enough.",
      "Try again a little later; Retry-After says when.");

  @SuppressWarnings("Immutable") // a record of an enum and strings
  private final Wording wording;

  FetchReason(Prefix prefix, String text, String explanation, String remedy) {
    this.wording = new Wording(prefix, text, explanation, remedy);
  }

  @Override
  public Wording wording() {
    return wording;
  }
}
