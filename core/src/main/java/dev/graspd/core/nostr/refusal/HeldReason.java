package dev.graspd.core.nostr.refusal;

/**
 * Why an event that was accepted is not served: what its answer says, and pages of repositories.
 */
public enum HeldReason implements Reason {
  WAITS_FOR_GIT_DATA(
      Prefix.PURGATORY,
      "won't be served until git data arrives",
      "The event was accepted and is kept: a state or a pull request names git data that is not here yet, and an announcement waits for the first push. Nobody can read it before. The page of the repository says what is missing and until when the event is kept.",
      "Push what it names to this server; the order of event and push does not matter. If another server has the git data, name its clone URL in the announcement, or in the clone tag of the pull request: this server fetches it from there."),
  GIT_DATA_NEVER_CAME(
      Prefix.PURGATORY,
      "git data has not come in time",
      "The event was accepted and waited for its git data, which nobody pushed and no clone URL had before the time was over. It was never served.",
      "Push the git data and send the same event again.");

  @SuppressWarnings("Immutable") // a record of an enum and strings
  private final Wording wording;

  HeldReason(Prefix prefix, String text, String explanation, String remedy) {
    this.wording = new Wording(prefix, text, explanation, remedy);
  }

  @Override
  public Wording wording() {
    return wording;
  }
}
