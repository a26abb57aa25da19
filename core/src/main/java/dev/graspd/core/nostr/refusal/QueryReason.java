package dev.graspd.core.nostr.refusal;

/**
 * Why a query is refused: a subscription, a count, a negentropy session or a request to the API.
 */
public enum QueryReason implements Reason {
  MALFORMED_SUBSCRIPTION(
      Prefix.INVALID,
      "subscription cannot be read",
      "The subscription id or a filter is not what NIP-01 describes.",
      "A subscription id has 1 to 64 characters; ids, authors, #e and #p hold 64 lower-case hex"
          + " digits; the text after the colon says which part was wrong."),
  NOTHING_CAN_MATCH(
      Prefix.INVALID,
      "no event can match",
      "Every filter has an empty list, or a since that is later than its until.",
      "Leave a field out to match all its values."),
  TOO_MANY_FILTERS(
      Prefix.INVALID,
      "too many filters",
      "The request has more filters than NIP-11 max_filters.",
      "Merge filters, or open several subscriptions."),
  TOO_MANY_VALUES(
      Prefix.INVALID,
      "too many values in a filter",
      "A filter lists more ids, authors, kinds and tag values than this server takes.",
      "Split the filter."),
  VALUE_TOO_LONG(
      Prefix.INVALID,
      "a value in a filter is too long",
      "A value of a filter, or its search text, has more bytes than this server takes. No id, key,"
          + " address or topic is that long.",
      "Shorten the value; the text after the colon names the limit in bytes of UTF-8."),
  TOO_MANY_SUBSCRIPTIONS(
      Prefix.RATE_LIMITED,
      "too many subscriptions",
      "This connection has as many open subscriptions as NIP-11 max_subscriptions.",
      "CLOSE subscriptions that are no longer needed."),
  TOO_MUCH_OPEN(
      Prefix.RATE_LIMITED,
      "your address has too much open here",
      "Open subscriptions, counts and negentropy sessions take memory, and each address has a share"
          + " of it: an eighth of what others leave. All connections of your address count"
          + " together.",
      "CLOSE subscriptions that are no longer needed, wait for the answers to COUNT and NEG"
          + " messages, or ask with fewer values; then ask again."),
  SEARCH_UNSUPPORTED(
      Prefix.UNSUPPORTED,
      "search is not supported",
      "COUNT and negentropy messages cannot search, and an operator can switch search off"
          + " (NIP-50).",
      "Leave search out, ask with REQ, or ask a relay that lists NIP 50."),
  SEARCH_MALFORMED(
      Prefix.INVALID,
      "search text cannot be used",
      "A search text has 1 to 16 words and at most 256 bytes, and at most 4 filters of a request"
          + " have one. The text after the colon names the limit.",
      "Ask with fewer or other words; a search for nothing is a filter without search."),
  SEARCH_BUILDING(
      Prefix.ERROR,
      "the search index is being built",
      "The index of words is read from the store again, for example after an upgrade or because it"
          + " was damaged. The text says how far it is. All else works meanwhile.",
      "Ask again in a minute."),
  QUERY_MALFORMED(
      Prefix.INVALID,
      "query cannot be used",
      "The address of a list has a part that this server does not know, or a value that it cannot"
          + " use.",
      "Correct the part that the answer names; docs/reference/api.md lists all of them."),
  QUERY_TOO_EXPENSIVE(
      Prefix.ERROR,
      "query too expensive",
      "Answering would read more of the store than one request may. Nothing is cut short silently.",
      "Ask for less: name kinds, authors or tags that are rarer, or a shorter time."),
  API_NOT_FOUND(
      Prefix.INVALID,
      "nothing of this name is here",
      "The repository, the revision or the path does not exist here, or the commit is not part of"
          + " this repository.",
      "Look up names in /api/v1/repositories and below …/refs; paths are percent-encoded, each name"
          + " by itself. After a branch was rewritten, begin a list again without its cursor."),
  API_METHOD(
      Prefix.INVALID,
      "only GET and HEAD are answered here",
      "The API only reads. Events change a repository, and pushes of what they sign.",
      "Ask with GET; publish events to the relay and push with git."),
  API_TOO_EXPENSIVE(
      Prefix.ERROR,
      "this takes too long to find out here",
      "Whether a commit is part of the repository was not known after half a second or 200,000"
          + " commits.",
      "Name a branch or a tag in place of a commit, or clone the repository."),
  NEG_MALFORMED(
      Prefix.INVALID,
      "negentropy message cannot be read",
      "The message is not negentropy version 1 in hex.",
      "Compare your implementation with NIP-77; the text after the colon says what was wrong."),
  NEG_TOO_MANY(
      Prefix.BLOCKED,
      "too many results",
      "The set is larger than this server compares in one session.",
      "Split the filter by time with since and until."),
  NEG_TOO_MANY_SESSIONS(
      Prefix.BLOCKED,
      "too many negentropy sessions",
      "This connection has as many open sessions as the server allows.",
      "End a session with NEG-CLOSE first."),
  NEG_UNKNOWN(
      Prefix.CLOSED,
      "no such negentropy session",
      "There is no open session of this id; sessions end after 60 seconds without a message.",
      "Start again with NEG-OPEN."),
  NEG_IDLE(
      Prefix.CLOSED,
      "negentropy session was idle too long",
      "Sessions end after 60 seconds without a message.",
      "Start again with NEG-OPEN.");

  @SuppressWarnings("Immutable") // a record of an enum and strings
  private final Wording wording;

  QueryReason(Prefix prefix, String text, String explanation, String remedy) {
    this.wording = new Wording(prefix, text, explanation, remedy);
  }

  @Override
  public Wording wording() {
    return wording;
  }
}
