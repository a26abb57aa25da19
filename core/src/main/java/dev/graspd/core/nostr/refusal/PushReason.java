package dev.graspd.core.nostr.refusal;

/**
 * Why git data is refused, or a ref that a push names. The hunt takes fetched packs by the same
 * rules, and a quota also refuses a pull request whose pack was pushed before it.
 */
public enum PushReason implements Reason {
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
      "Signed Nostr events allow pushes here, not push certificates.",
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
      "Something that was pushed refers to an object that is neither in the push nor served here. Objects that were force-pushed away or deleted are not served any more and have to be pushed again.",
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
      "Keep large files out of the history. The pushed bytes stay counted: ask the operator named in NIP-11 for more room, or host the repository on another server too."),
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
      "See 'git help fsck' for the fault, and rewrite the commits that contain the object.");

  @SuppressWarnings("Immutable") // a record of an enum and strings
  private final Wording wording;

  PushReason(Prefix prefix, String text, String explanation, String remedy) {
    this.wording = new Wording(prefix, text, explanation, remedy);
  }

  @Override
  public Wording wording() {
    return wording;
  }
}
