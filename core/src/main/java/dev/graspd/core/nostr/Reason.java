package dev.graspd.core.nostr;

import java.util.Locale;

/**
 * Every way this server says no, in one table: the wire texts, the pages in {@code docs/errors/}
 * and the metrics come from it.
 */
public enum Reason {
  MALFORMED_MESSAGE(
      Prefix.INVALID,
      "message cannot be read",
      "The message is no JSON array that starts with a known verb, or a part of it has the wrong type.",
      "Send EVENT, REQ, CLOSE, COUNT, AUTH or NEG-* messages as NIP-01 and its relatives describe them; the text after the colon says which part was wrong."),
  NOT_UTF8(
      Prefix.INVALID,
      "message is not valid UTF-8",
      "A text message must be UTF-8. The connection is closed, as the WebSocket protocol asks.",
      "Encode messages as UTF-8 and connect again."),
  MALFORMED_EVENT(
      Prefix.INVALID,
      "event is malformed",
      "A field of the event is missing, has the wrong type, or appears twice.",
      "id and pubkey are 64 and sig is 128 lower-case hex digits, kind is 0..65535, tags are arrays of strings with at least one element, created_at is a number of seconds."),
  EVENT_TOO_LARGE(
      Prefix.INVALID,
      "event is too large",
      "The event is larger than this server stores.",
      "Split the content, or store large data elsewhere and link to it. NIP-11 shows the limits."),
  TOO_MANY_TAGS(
      Prefix.INVALID,
      "event has too many tags",
      "The event has more tags than this server stores.",
      "Send fewer tags; NIP-11 shows max_event_tags."),
  TOO_MANY_TAG_ITEMS(
      Prefix.INVALID,
      "event has too many tag items",
      "The tags of the event have more strings, all together, than this server takes: each of them costs memory wherever the event goes.",
      "Split the event, or leave out tags that nobody needs; the text after the colon names the limit."),
  WRONG_ID(
      Prefix.INVALID,
      "event id does not match its content",
      "The id must be the SHA-256 of the canonical form that NIP-01 describes.",
      "Compute the id over [0,pubkey,created_at,kind,tags,content] as UTF-8 JSON without white space."),
  WRONG_SIGNATURE(
      Prefix.INVALID,
      "signature is wrong",
      "The Schnorr signature does not belong to this id and this key.",
      "Sign the id with the key named in pubkey (BIP-340) and send the event again."),
  CREATED_IN_THE_FUTURE(
      Prefix.INVALID,
      "created_at too far in the future",
      "The event is dated later than this server allows; NIP-11 shows created_at_upper_limit.",
      "Check the clock of the machine that signed the event."),
  EXPIRED(
      Prefix.INVALID,
      "event has expired",
      "The expiration tag (NIP-40) names a time that has passed.",
      "Sign a new event with a later expiration, or none."),
  PROTECTED(
      Prefix.AUTH_REQUIRED,
      "this event may only be published by its author",
      "The event carries the tag [\"-\"] (NIP-70) and the connection is not authenticated as its author.",
      "Authenticate with NIP-42 as the author of the event, then send it again."),
  PROTECTED_REPOST(
      Prefix.BLOCKED,
      "a repost must not contain a protected event",
      "The content of the repost is an event with the tag [\"-\"] (NIP-70).",
      "Refer to the protected event by its id instead of embedding it."),
  DELETED(
      Prefix.BLOCKED,
      "this event was deleted by its author",
      "The author has published a deletion request (kind 5) for this event.",
      "Deleted events do not come back. Publish a new event instead."),
  VANISHED(
      Prefix.BLOCKED,
      "the author has asked to vanish from this relay",
      "The author has published a request to vanish (NIP-62); events up to its date are not taken again.",
      "Only events dated after the request are accepted."),
  TOO_MANY_TARGETS(
      Prefix.INVALID,
      "deletion names too many events",
      "A deletion request may name at most 1,000 events and addresses.",
      "Split it into several requests."),
  BANNED(
      Prefix.BLOCKED,
      "this key is not welcome here",
      "The operator has excluded the author of this event.",
      "Ask the operator named in NIP-11, or use another relay."),
  POW_TOO_LOW(
      Prefix.POW,
      "more proof of work is needed",
      "This server asks for proof of work (NIP-13), and the event has less, or commits to less.",
      "Mine the event to the difficulty in NIP-11 min_pow_difficulty and commit to it in the nonce tag."),
  READ_ONLY(
      Prefix.RESTRICTED,
      "server is read-only",
      "The operator has stopped all writes: events and pushes are refused, and what waits here neither expires nor loses time. Reading goes on.",
      "Try again later, or use another server."),
  AUTH_FAILED(
      Prefix.INVALID,
      "authentication failed",
      "The AUTH event is not what NIP-42 asks for: kind 22242, a right signature, the last challenge, this relay's address, created within 10 minutes.",
      "Sign a fresh kind 22242 with the challenge that the relay sent last."),
  AUTH_AS_EVENT(
      Prefix.INVALID,
      "kind 22242 is sent with AUTH, not with EVENT",
      "Authentication events are neither stored nor passed on.",
      "Send [\"AUTH\", event]."),
  TOO_MANY_EVENTS(
      Prefix.RATE_LIMITED,
      "slow down, too many events",
      "Your address has sent more events a minute than this server takes.",
      "Wait a moment and send the event again."),
  SERVER_BUSY(
      Prefix.RATE_LIMITED,
      "server is busy",
      "More events or pushes are waiting, in all or from your address, than the server takes at once.",
      "Nothing was stored. Send the event, or push, again in a few seconds."),
  STORAGE_FULL(
      Prefix.ERROR,
      "storage full",
      "The server's disk is below its reserve; reading goes on.",
      "Nothing was stored. Try again later or use another server; the operator has to make room."),
  STORAGE_FAILURE(
      Prefix.ERROR,
      "storage failure",
      "The server's disk reported an error.",
      "Nothing was stored. Try again when the operator has repaired the server."),
  SHUTTING_DOWN(
      Prefix.ERROR,
      "server is shutting down",
      "The server is being stopped or restarted.",
      "Connect again in a moment and send the message again."),
  INTERNAL(
      Prefix.ERROR,
      "internal error",
      "The server has made a mistake; its log has the details.",
      "Nothing was stored. If it happens again, tell the operator."),
  MALFORMED_SUBSCRIPTION(
      Prefix.INVALID,
      "subscription cannot be read",
      "The subscription id or a filter is not what NIP-01 describes.",
      "A subscription id has 1 to 64 characters; ids, authors, #e and #p hold 64 lower-case hex digits; the text after the colon says which part was wrong."),
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
      "A value of a filter, or its search text, has more bytes than this server takes. No id, key, address or topic is that long.",
      "Shorten the value; the text after the colon names the limit in bytes of UTF-8."),
  TOO_MANY_SUBSCRIPTIONS(
      Prefix.RATE_LIMITED,
      "too many subscriptions",
      "This connection has as many open subscriptions as NIP-11 max_subscriptions.",
      "CLOSE subscriptions that are no longer needed."),
  TOO_MUCH_OPEN(
      Prefix.RATE_LIMITED,
      "your address has too much open here",
      "Open subscriptions, counts and negentropy sessions take memory, and each address has a share of it: an eighth of what others leave. All connections of your address count together.",
      "CLOSE subscriptions that are no longer needed, wait for the answers to COUNT and NEG messages, or ask with fewer values; then ask again."),
  SEARCH_UNSUPPORTED(
      Prefix.UNSUPPORTED,
      "search is not supported",
      "This relay has no full-text search (NIP-50).",
      "Leave search out, or ask a relay that lists NIP 50."),
  QUERY_MALFORMED(
      Prefix.INVALID,
      "query cannot be used",
      "The address of a list has a part that this server does not know, or a value that it cannot use.",
      "Correct the part that the answer names; docs/reference/api.md lists all of them."),
  QUERY_TOO_EXPENSIVE(
      Prefix.ERROR,
      "query too expensive",
      "Answering would read more of the store than one request may. Nothing is cut short silently.",
      "Ask for less: name kinds, authors or tags that are rarer, or a shorter time."),
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
      "Start again with NEG-OPEN."),
  ANNOUNCEMENT_WITHOUT_NAME(
      Prefix.INVALID,
      "announcement has no valid d tag",
      "A repository announcement (kind 30617) has exactly one d tag; its value is the repository's identifier: 1 to 250 bytes without slashes and control characters, and not . or ..",
      "Give the announcement one such d tag and sign it again."),
  ANNOUNCEMENT_ELSEWHERE(
      Prefix.BLOCKED,
      "announcement must list this service in clone and relays",
      "This server hosts repositories whose announcement (kind 30617) names it twice: in clone with https://<service>/<npub>/<identifier>.git, where npub is the author and identifier the d tag, and in relays with wss://<service>.",
      "Add both and publish the announcement again, for example with 'ngit init'."),
  PRIVATE_REPOSITORY(
      Prefix.BLOCKED,
      "private repositories are not hosted here",
      "The announcement carries [\"private\",\"true\"]; what is pushed here can be read by anybody.",
      "Use a server that offers private repositories, or announce the repository without this tag."),
  REPOSITORY_UNWELCOME(
      Prefix.BLOCKED,
      "this repository is not hosted here",
      "The operator has limited which repositories this server hosts; NIP-11 repo_acceptance_criteria tells the policy.",
      "Ask the operator named in NIP-11, or use another server."),
  TOO_MANY_REPOSITORIES(
      Prefix.RATE_LIMITED,
      "too many new repositories",
      "Your key or your address has announced as many new repositories in the last hour as this server takes.",
      "Try again in an hour."),
  TOO_MANY_DELETIONS(
      Prefix.RATE_LIMITED,
      "too many deletions of what is not here",
      "A deletion request that hides nothing is kept for 30 days, in case what it names comes later. Your key, your address or all keys together have as many of them here as this server keeps.",
      "Delete what this server has; send the rest tomorrow, with fewer targets, or to the relays that have it."),
  TOO_MANY_HELD(
      Prefix.RATE_LIMITED,
      "too many events wait for git data",
      "Events that came before their git data wait until it is pushed. For this identifier, or on this server, as many of new repositories and pull requests wait as it keeps. Repositories that are served are not affected: their maintainers have room of their own.",
      "Push the git data first: a pull request whose commit is here need not wait. Or try again when older events have expired (30 minutes)."),
  TOO_MANY_HELD_OF_KEY(
      Prefix.RATE_LIMITED,
      "too many events of this key wait for git data",
      "Events that came before their git data wait until it is pushed, and a key may have only some of them: two for a repository that is not served yet, and a part of the room for pull requests.",
      "Push the git data of what this key has announced or offered, then send the event again."),
  TOO_MANY_HELD_FROM_ADDRESS(
      Prefix.RATE_LIMITED,
      "too many events from this address wait for git data",
      "Events that came before their git data wait until it is pushed, and an address may bring only a part of them, so that others find room.",
      "Push the git data of what was sent before, or try again when older events have expired (30 minutes)."),
  IDENTIFIER_FULL(
      Prefix.RATE_LIMITED,
      "too much is known of this identifier",
      "Everybody may announce a repository of any name (d tag), and all that is known of one name is read when one of its repositories is asked for. The announcements and states of this name take as much memory as this server gives one name. Owners of repositories that are served here, and the keys that they list, have twice that; a state that names as many refs as before, or fewer, is always taken.",
      "Use another d tag, ask a maintainer of a served repository of this name to list your key, or send fewer refs or clone URLs."),
  TOO_MANY_STATES_HELD(
      Prefix.RATE_LIMITED,
      "too many states of this repository wait for git data",
      "A state (kind 30618) that names git data which is not here waits until it is pushed. So many of this repository's maintainers wait already as have room.",
      "Push what the newest state names: older ones need not wait then. Or try again when older events have expired (30 minutes)."),
  NO_ANNOUNCEMENT(
      Prefix.INVALID,
      "no announcement exists for this repository",
      "A repository state (kind 30618) belongs to an announcement (kind 30617) with the same d tag, and this server has none.",
      "Publish the announcement to this relay first, then the state."),
  NOT_A_MAINTAINER(
      Prefix.RESTRICTED,
      "author not authorized for this repository",
      "Only the owner and confirmed maintainers may sign a repository's state. A maintainer is confirmed when the owner lists them and they publish their own announcement of the same d tag that lists the owner back.",
      "Ask the owner to list you, publish your own announcement, then send the state again."),
  STATE_WITHOUT_NAME(
      Prefix.INVALID,
      "state has no valid d tag",
      "A repository state (kind 30618) names its repository in a d tag: 1 to 250 bytes without slashes and control characters.",
      "Use the d tag of the repository's announcement."),
  TOO_MANY_REFS(
      Prefix.INVALID,
      "state names too many refs",
      "A state may name as many branches and tags as this server allows.",
      "Leave out branches and tags that nobody needs here."),
  PULL_REQUEST_WITHOUT_COMMIT(
      Prefix.INVALID,
      "pull request has no valid c tag",
      "A pull request (kind 1618) and its updates (kind 1619) name their tip in a c tag: the commit id in 40 or 64 lower-case hex digits.",
      "Add the c tag and sign the event again."),
  PULL_REQUEST_UNRELATED(
      Prefix.RESTRICTED,
      "pull request must name a repository hosted here",
      "The event's a tags name no repository (30617:<pubkey>:<identifier>) that this server hosts, and no clone tag names the place below /prs/ where its signer may submit it here.",
      "Send it to the relays that the repository's announcement lists, or name this service's /prs/<npub>/<identifier>.git in a clone tag if it takes submissions (GRASP-06)."),
  AUTHOR_UNRELATED(
      Prefix.RESTRICTED,
      "author takes no part in a repository hosted here",
      "Profiles and relay lists are kept only for people who take part in repositories that this server hosts.",
      "Publish it to a general relay; take part in a repository here first if it should be kept here too."),
  EVENT_UNRELATED(
      Prefix.RESTRICTED,
      "event must reference a repository or event accepted here",
      "This relay keeps what belongs to repositories that it hosts: an a, A, e, E or q tag must name a repository, issue, patch, pull request or comment that is accepted here, or be named by one.",
      "Name the repository with [\"a\",\"30617:<pubkey>:<identifier>\"], or publish the event to a general relay."),
  PUSH_UNSIGNED(
      Prefix.RESTRICTED,
      "no signed state for this ref",
      "Branches and tags have the values that a maintainer signed in the newest state (kind 30618). The push would give the ref another value.",
      "Maintainers push through the repository's nostr:// remote: with ngit installed, git push signs a new state first. The refusal prints the commands, and the repository's page the address. Without ngit, publish a kind 30618 that names the ref with this commit to the relay, then push again. Everybody else sends the commits as a pull request: through the same remote, push a branch whose name begins with pr/."),
  PUSH_DELETION_UNSIGNED(
      Prefix.RESTRICTED,
      "the deletion is not signed",
      "The newest signed state still names the ref, or names no ref at all.",
      "Publish a kind 30618 without the ref, then push the deletion again."),
  PUSH_PULL_REQUEST_BRANCH(
      Prefix.RESTRICTED,
      "pull requests are not pushed as branches",
      "refs/heads/pr/ is how some clients name pull requests locally.",
      "Send the commits as a pull request (kind 1618); they are stored under refs/nostr/<event id>."),
  PUSH_REF_FORBIDDEN(
      Prefix.INVALID,
      "this ref cannot be pushed",
      "Only branches, tags and refs/nostr/<event id> exist here, under names that git allows; below /prs/ only the last.",
      "Push to refs/heads/, refs/tags/ or refs/nostr/<64 lower-case hex digits>."),
  PUSH_REF_TWICE(
      Prefix.INVALID,
      "the push names a ref twice",
      "One push may say only once what a ref should be.",
      "Leave one of the two lines out."),
  PUSH_ATOMIC(
      Prefix.RESTRICTED,
      "another ref of this atomic push was refused",
      "With --atomic all refs move or none does.",
      "See the answer for the other refs, or push without --atomic."),
  PUSH_ARCHIVED(
      Prefix.RESTRICTED,
      "archived here",
      "This server keeps a copy of the repository and takes no pushes for it.",
      "Push to the server that the text names."),
  PUSH_NOSTR_MISMATCH(
      Prefix.RESTRICTED,
      "the commit is not the one that the event names",
      "refs/nostr/<event id> holds exactly the commit of the event's c tag.",
      "Push that commit, or publish an update (kind 1619) for the new one."),
  PUSH_NOSTR_DELETION(
      Prefix.RESTRICTED,
      "refs/nostr/ cannot be deleted by a push",
      "The ref lives as long as its pull request.",
      "Delete the pull request with a kind 5 that names it."),
  PUSH_OBJECTS_MISSING(
      Prefix.INVALID,
      "objects are missing",
      "The push gives the ref an object that neither came with it nor is served here, or one of the wrong kind: branches and pull requests are commits.",
      "Push again with a complete clone; fetch first if yours is shallow."),
  PUSH_NOSTR_UNRELATED(
      Prefix.RESTRICTED,
      "the event is no pull request for this repository",
      "refs/nostr/<event id> holds the commit of a pull request (kind 1618) or its update (1619) that names this repository in an a tag. Below /prs/ its signer is the key in the path, and its a tag names the identifier there.",
      "Push to the repository that the event names, or publish a pull request for this one."),
  PUSH_NOSTR_DELETED(
      Prefix.RESTRICTED,
      "the pull request was deleted",
      "The author of the pull request, or of its update, deleted the event (kind 5, or 62). A deleted event never comes back, so its commit would wait for nothing.",
      "Publish a new pull request (kind 1618) for the commit, and push to its refs/nostr/<event id>."),
  PUSH_NOSTR_TOO_MANY(
      Prefix.RATE_LIMITED,
      "too many pushes wait for their event",
      "Pushes to refs/nostr/<event id> before the event is published are kept apart for 20 minutes; as many wait as this server keeps, for your address or in all.",
      "Publish the events of your pushes, or wait until they have expired."),
  PUSH_NOSTR_TOO_LARGE(
      Prefix.RESTRICTED,
      "too large before its event",
      "A push to refs/nostr/<event id> before the event is published may be as large as NGIT_MAX_UNSIGNED_PUSH_BYTES says.",
      "Publish the event first, then push."),
  PUSH_NOSTR_ALONE(
      Prefix.RESTRICTED,
      "push this ref by itself",
      "Objects for an event that is not published yet are kept apart from the repository, so they cannot come in one push with branches and tags.",
      "Push refs/nostr/<event id> and the other refs in two pushes, or publish the event first."),
  PUSH_NO_REPOSITORY(
      Prefix.RESTRICTED,
      "there is no such repository",
      "No announcement (kind 30617) of this owner and name is hosted here.",
      "Publish the announcement to this relay first, for example with 'ngit init'. If the repository was deleted here not long ago, a new announcement brings it back as it was."),
  PUSH_NOSTR_TAKEN(
      Prefix.RESTRICTED,
      "somebody else has pushed for this event",
      "Until the event is published, only the address that pushed first may push again.",
      "Publish the event; the commit that it names decides."),
  PUSH_MALFORMED(
      Prefix.INVALID,
      "the push cannot be read",
      "The list of commands is not what git's protocol describes.",
      "Push with git or another client that speaks its smart HTTP protocol."),
  PUSH_TOO_MANY_COMMANDS(
      Prefix.INVALID,
      "too many refs in one push",
      "One push may change only so many refs.",
      "Push the refs in several steps."),
  PUSH_CERTIFICATE(
      Prefix.UNSUPPORTED,
      "push certificates are not taken",
      "What may be pushed is signed in Nostr events here, not in push certificates.",
      "Push without --signed."),
  PUSH_SHALLOW(
      Prefix.INVALID,
      "shallow pushes are not taken",
      "The pushing repository does not have the whole history, so the server could not serve it.",
      "Run 'git fetch --unshallow', then push again."),
  PUSH_TOO_SLOW(
      Prefix.RATE_LIMITED,
      "the push is too slow",
      "The list of refs must be here within 30 seconds, and the whole push within 15 minutes and a minute for each 100 MiB. While all places for pushes are taken, a push that brings less than 1 KiB a second gives its place to the next. Nothing was changed.",
      "Push again over a better connection, or push older commits first, in several steps."),
  PUSH_BUSY(
      Prefix.RATE_LIMITED,
      "too many pushes at once",
      "Only so many pushes are carried out at once, and what is read of them meanwhile takes only so much memory, in all and for one address. Nothing was changed.",
      "Push again a little later; Retry-After says when."),
  PUSH_INCOMPLETE(
      Prefix.INVALID,
      "the push lacks an object",
      "Something that was pushed refers to an object that is neither in the push nor served here. What was force-pushed away or deleted is not served any more and has to be pushed again.",
      "Push again, since refs may have moved meanwhile; then check the repository with 'git fsck'. A partial clone has to fetch the missing objects first."),
  PACK_BROKEN(
      Prefix.INVALID,
      "the pack is broken",
      "The objects that were sent cannot be read as git's pack format.",
      "Push again; if it stays, check the repository with 'git fsck'."),
  PACK_TOO_LARGE(
      Prefix.INVALID,
      "pack exceeds the limit",
      "The push is larger than this server takes at once.",
      "Push older commits first, in several steps; keep large files elsewhere."),
  REPOSITORY_QUOTA(
      Prefix.RESTRICTED,
      "the repository has no room for it",
      "A repository may take only so much room here; NIP-11 repo_acceptance_criteria says how much, the repository's page how much it takes. Pull requests fill at most four fifths of it.",
      "Keep large files out of the history. What was pushed stays counted: ask the operator named in NIP-11 for more room, or host the repository on another server too."),
  OWNER_QUOTA(
      Prefix.RESTRICTED,
      "the owner's repositories have no room for it",
      "All repositories of one owner together may take only so much room here; NIP-11 repo_acceptance_criteria says how much, the page of each repository how much they take. Pull requests fill at most four fifths of it.",
      "Host some of the repositories on another server, or ask the operator named in NIP-11 for more room."),
  PACK_TOO_COSTLY(
      Prefix.INVALID,
      "the pack asks for too much work",
      "Unpacking would take more memory or time than one push may.",
      "Repack with 'git repack -a -d -f' and push again, or push in several steps."),
  OBJECT_TOO_LARGE(
      Prefix.INVALID,
      "an object exceeds the limit",
      "A file, or another object, is larger than this server stores.",
      "Remove the file from the history, for example with 'git filter-repo', and keep it elsewhere."),
  TREE_TOO_LARGE(
      Prefix.INVALID,
      "a tree, commit or tag exceeds the limit",
      "A directory has too many entries, or a commit or tag too long a message, for this server to serve it to those who clone. The text names the object.",
      "Spread the files of the directory over several directories, or shorten the message, and rewrite the commits that contain the object, for example with 'git filter-repo'."),
  OBJECT_FORBIDDEN(
      Prefix.INVALID,
      "an object is malformed",
      "Git's fsck finds a fault in an object that could harm those who clone. The text names the object and the fault as 'git fsck' does.",
      "See 'git help fsck' for the fault, and rewrite the commits that contain the object."),
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

  private final Prefix prefix;
  private final String text;
  private final String explanation;
  private final String remedy;

  Reason(Prefix prefix, String text, String explanation, String remedy) {
    this.prefix = prefix;
    this.text = text;
    this.explanation = explanation;
    this.remedy = remedy;
  }

  public Prefix prefix() {
    return prefix;
  }

  /** Returns what stands after the prefix on the wire. */
  public String text() {
    return text;
  }

  /** Returns what it means, for the page about it. */
  public String explanation() {
    return explanation;
  }

  /** Returns what to do, for the page about it. */
  public String remedy() {
    return remedy;
  }

  /** Returns the name of its page. */
  public String slug() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Returns a refusal for this reason without further words. */
  public Refusal refusal() {
    return new Refusal(this, text);
  }

  /** Returns a refusal that names the particulars. */
  public Refusal refusal(String detail) {
    return new Refusal(this, text + ": " + detail);
  }

  /** Returns a refusal in other words, where a specification fixes them. */
  public Refusal saying(String words) {
    return new Refusal(this, words);
  }
}
