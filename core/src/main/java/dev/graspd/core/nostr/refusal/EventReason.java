package dev.graspd.core.nostr.refusal;

/** Why an event is refused. */
public enum EventReason implements Reason {
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
  PROTECTED_FROM_OTHERS(
      Prefix.RESTRICTED,
      "this event may only be published by its author, and you are not its author",
      "The event carries the tag [\"-\"] (NIP-70) and the connection is authenticated, but not as its author.",
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
      "The operator has excluded the author of this event. If the answer is `blocked: this event is not"
          + " welcome here`, the operator has banned the event, its author, or the repository that it"
          + " announces.",
      "Ask the operator named in NIP-11, or use another relay."),
  POW_TOO_LOW(
      Prefix.POW,
      "more proof of work is needed",
      "This server asks for proof of work (NIP-13), and the event has less, or commits to less.",
      "Mine the event to the difficulty in NIP-11 min_pow_difficulty and commit to it in the nonce tag."),
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
      "Name the repository with [\"a\",\"30617:<pubkey>:<identifier>\"], or publish the event to a general relay.");

  @SuppressWarnings("Immutable") // a record of an enum and strings
  private final Wording wording;

  EventReason(Prefix prefix, String text, String explanation, String remedy) {
    this.wording = new Wording(prefix, text, explanation, remedy);
  }

  @Override
  public Wording wording() {
    return wording;
  }
}
