package dev.graspd.core.policy;

import static dev.graspd.core.policy.Example.REPO;
import static dev.graspd.core.policy.Example.SERVICE;
import static dev.graspd.core.policy.Example.announced;
import static dev.graspd.core.policy.Example.announcement;
import static dev.graspd.core.policy.Example.cloneTag;
import static dev.graspd.core.policy.Example.empty;
import static dev.graspd.core.policy.Example.event;
import static dev.graspd.core.policy.Example.key;
import static dev.graspd.core.policy.Example.maintainers;
import static dev.graspd.core.policy.Example.oid;
import static dev.graspd.core.policy.Example.placeOf;
import static dev.graspd.core.policy.Example.pullRequest;
import static dev.graspd.core.policy.Example.relays;
import static dev.graspd.core.policy.Example.state;
import static dev.graspd.core.policy.Example.submission;
import static dev.graspd.core.repo.Standing.LAPSED;
import static dev.graspd.core.repo.Standing.SERVED;
import static dev.graspd.core.repo.Standing.WAITING;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.Tag;
import dev.graspd.core.policy.Admission.Join;
import dev.graspd.core.repo.Family;
import dev.graspd.core.repo.Family.Offered;
import dev.graspd.core.repo.HostingMode;
import dev.graspd.core.repo.RepositoryPattern;
import dev.graspd.core.repo.Standing;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AdmissionTest {
  private static final Event ALICE = announcement("a", 10, "b");

  private static HostingRules rules(String white, String black) {
    return new HostingRules(SERVICE, key("f"), patterns(white), patterns(black), 5, 64);
  }

  private static List<RepositoryPattern> patterns(String owner) {
    return owner.isEmpty()
        ? List.of()
        : List.of(new RepositoryPattern(Optional.of(key(owner)), Optional.empty()));
  }

  private static Admission decide(Event event, Family family, Event... served) {
    return Admission.decide(
        event, Example.facts(Map.of(REPO, family), List.of(served)), rules("", ""));
  }

  private static String outcome(Admission admission) {
    return switch (admission) {
      case Admission.Serve _ -> "serve";
      case Admission.ServeStranger() -> "serve-stranger";
      case Join _ -> "join";
      case Admission.StopHosting _ -> "stop-hosting";
      case Admission.Outdated() -> "outdated";
      case Admission.Refuse(var refusal) -> refusal.reason().slug();
    };
  }

  private static Family alices(Standing standing) {
    return empty().with(announced(ALICE, standing));
  }

  private static Standing standing(Admission admission, Event event) {
    return ((Join) admission).family().basis().get(event.id());
  }

  // ---- announcements

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "https://git.example.org/NPUB/repo.git       | wss://git.example.org      | join",
        "http://git.example.org/NPUB/repo.git        | ws://git.example.org/      | join",
        "https://GIT.example.org/NPUB/repo.git/      | wss://Git.Example.org      | join",
        "https://git.example.org:443/NPUB/repo.git   | wss://git.example.org:443  | join",
        "https://git.example.org/NPUB/re%70o.git     | wss://git.example.org      | join",
        "https://git.example.org:8443/NPUB/repo.git  | wss://git.example.org      | announcement-elsewhere",
        "https://git.example.org/NPUB/other.git      | wss://git.example.org      | announcement-elsewhere",
        "https://git.example.org/OTHER/repo.git      | wss://git.example.org      | announcement-elsewhere",
        "https://git.example.org/x/NPUB/repo.git     | wss://git.example.org      | announcement-elsewhere",
        "https://git.example.org/NPUB/repo           | wss://git.example.org      | announcement-elsewhere",
        "ssh://git.example.org/NPUB/repo.git         | wss://git.example.org      | announcement-elsewhere",
        "https://git.example.org/NPUB/repo.git       | wss://other.example.org    | announcement-elsewhere",
        "https://git.example.org.evil/NPUB/repo.git  | wss://git.example.org      | announcement-elsewhere",
        "https://evil/git.example.org/NPUB/repo.git  | wss://git.example.org      | announcement-elsewhere",
      })
  void announcementMustListThisServiceInCloneAndRelays(
      String clone, String relay, String expected) {
    String npub = Bech32.npub(key("a"));
    String other = Bech32.npub(key("b"));
    Event event =
        event(
            30617,
            "a",
            1,
            Tag.of("d", "repo"),
            Tag.of("clone", clone.replace("NPUB", npub).replace("OTHER", other)),
            Tag.of("relays", relay));
    assertThat(outcome(decide(event, empty()))).isEqualTo(expected);
  }

  @Test
  void newAnnouncementWaits() {
    Admission admission = decide(ALICE, empty());
    assertThat(standing(admission, ALICE)).isEqualTo(WAITING);
    assertThat(((Join) admission).renewed()).containsExactly(key("a"));
  }

  @Test
  void newVersionOfAServedAnnouncementIsServed() {
    Event newer = announcement("a", 11, "bc");
    assertThat(standing(decide(newer, alices(SERVED)), newer)).isEqualTo(SERVED);
    assertThat(standing(decide(newer, alices(WAITING)), newer)).isEqualTo(WAITING);
    assertThat(standing(decide(newer, alices(LAPSED)), newer)).isEqualTo(WAITING);
  }

  @Test
  void oldVersionIsOutdatedAlsoWhileTheNewOneWaits() {
    Event older = announcement("a", 9, "b");
    assertThat(outcome(decide(older, alices(SERVED)))).isEqualTo("outdated");
    assertThat(outcome(decide(older, alices(WAITING)))).isEqualTo("outdated");
  }

  @Test
  void refusedAnnouncementNamesTheService() {
    Event elsewhere = event(30617, "a", 1, Tag.of("d", "repo"));
    assertThat(decide(elsewhere, empty()))
        .isInstanceOfSatisfying(
            Admission.Refuse.class,
            no ->
                assertThat(no.refusal().message())
                    .isEqualTo(
                        "blocked: announcement must list git.example.org in clone and relays"));
  }

  @Test
  void listedAuthorIsStoredWithoutRepository() {
    Event bob = event(30617, "b", 1, Tag.of("d", "repo"), maintainers("a"));
    Admission admission = decide(bob, alices(WAITING));
    assertThat(standing(admission, bob)).isEqualTo(SERVED);
    assertThat(((Join) admission).family().announcements().get(key("b")).hosting())
        .isEqualTo(HostingMode.UNHOSTED);
    assertThat(outcome(decide(bob, alices(LAPSED)))).isEqualTo("announcement-elsewhere");
  }

  @Test
  void newerVersionThatLeavesEndsTheHosting() {
    Event leaving = event(30617, "a", 11, Tag.of("d", "repo"));
    assertThat(decide(leaving, alices(SERVED)))
        .isInstanceOfSatisfying(
            Admission.StopHosting.class,
            stop -> assertThat(stop.announcement()).isEqualTo(ALICE.id()));
    assertThat(outcome(decide(leaving, alices(WAITING)))).isEqualTo("stop-hosting");
  }

  @ParameterizedTest
  @CsvSource({
    "'', '', join",
    "a, '', join",
    "b, '', repository-unwelcome",
    "'', a, repository-unwelcome",
    "a, a, repository-unwelcome",
    "'', b, join",
  })
  void listsOfTheOperatorDecide(String white, String black, String expected) {
    Facts facts = Example.facts(Map.of(), List.of());
    assertThat(outcome(Admission.decide(ALICE, facts, rules(white, black)))).isEqualTo(expected);
  }

  @Test
  void announcementNeedsOneName() {
    assertThat(outcome(decide(event(30617, "a", 1, cloneTag("a"), relays()), empty())))
        .isEqualTo("announcement-without-name");
    Event two =
        event(30617, "a", 1, Tag.of("d", "repo"), Tag.of("d", "x"), cloneTag("a"), relays());
    assertThat(outcome(decide(two, empty()))).isEqualTo("announcement-without-name");
  }

  @Test
  void privateRepositoryIsRefused() {
    Event secret =
        event(
            30617, "a", 1, Tag.of("d", "repo"), cloneTag("a"), relays(), Tag.of("private", "true"));
    assertThat(outcome(decide(secret, empty()))).isEqualTo("private-repository");
  }

  // ---- states

  @ParameterizedTest
  @CsvSource({
    // announcement of a, author, outcome
    "SERVED,  a, join",
    "WAITING, a, join",
    "LAPSED,  a, join",
    "SERVED,  b, not-a-maintainer",
    "SERVED, c, not-a-maintainer",
    "LAPSED,  c, no-announcement",
  })
  void stateNeedsAnAnnouncementAndAnAuthorisedAuthor(
      Standing standing, String author, String expected) {
    assertThat(outcome(decide(state(author, 1, "main=1"), alices(standing)))).isEqualTo(expected);
  }

  @Test
  void stateWithoutAnyAnnouncementIsRefused() {
    assertThat(outcome(decide(state("a", 1, "main=1"), empty()))).isEqualTo("no-announcement");
  }

  @Test
  void authorisedStateRenewsWhatWaitsAndRevivesWhatLapsed() {
    Event state = state("a", 1, "main=1");
    assertThat(((Join) decide(state, alices(SERVED))).renewed()).isEmpty();
    assertThat(((Join) decide(state, alices(WAITING))).renewed()).containsExactly(key("a"));
    Join revived = (Join) decide(state, alices(LAPSED));
    assertThat(revived.renewed()).containsExactly(key("a"));
    assertThat(revived.family().basis()).containsEntry(ALICE.id(), WAITING);
  }

  @Test
  void impossibleStateIsTakenAndNamesWhatIsWrong() {
    Event bad =
        event(30618, "a", 1, Tag.of("d", "repo"), Tag.of("refs/heads/main", "not an object id"));
    Admission admission = decide(bad, alices(SERVED));
    assertThat(standing(admission, bad)).isEqualTo(WAITING);
    assertThat(((Join) admission).remark()).contains("refs/heads/main");
  }

  @Test
  void stateWithTooManyRefsIsRefused() {
    assertThat(outcome(decide(state("a", 1, "a=1 b=1 c=1 d=1 e=1 f=1"), alices(SERVED))))
        .isEqualTo("too-many-refs");
  }

  // ---- pull requests

  @Test
  void pullRequestJoinsTheRepositoryItNames() {
    Event request = pullRequest("c", 5, "a");
    Admission admission = decide(request, alices(WAITING));
    assertThat(standing(admission, request)).isEqualTo(WAITING);
    assertThat(((Join) admission).remark()).isEqualTo(": commit " + oid(5));
    assertThat(outcome(decide(request, alices(LAPSED)))).isEqualTo("pull-request-unrelated");
    assertThat(outcome(decide(pullRequest("c", 5, "b"), alices(SERVED))))
        .isEqualTo("pull-request-unrelated");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "main", "0123", "ABCDEF0123456789ABCDEF0123456789ABCDEF01"})
  void pullRequestNeedsACommit(String commit) {
    Event request =
        event(1618, "c", 1, Tag.of("a", "30617:" + key("a") + ":repo"), Tag.of("c", commit));
    assertThat(outcome(decide(request, alices(SERVED)))).isEqualTo("pull-request-without-commit");
  }

  @Test
  void updateMayNameOnlyItsPullRequest() {
    Event request = pullRequest("c", 5, "a");
    Event update = event(1619, "c", 2, Tag.of("E", request.id().hex()), Tag.of("c", oid(6).hex()));
    assertThat(outcome(decide(update, alices(SERVED), request))).isEqualTo("join");
    assertThat(outcome(decide(update, alices(SERVED)))).isEqualTo("pull-request-unrelated");
  }

  // ---- pull requests for repositories elsewhere

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // signed by c, for repo of a, which is not here
        "https://git.example.org/prs/NPUB/repo.git       | join",
        "http://GIT.example.org/prs/NPUB/re%70o.git/     | join",
        "https://git.example.org/prs/NPUB/other.git      | pull-request-unrelated",
        "https://git.example.org/prs/OTHER/repo.git      | pull-request-unrelated",
        "https://git.example.org/NPUB/repo.git           | pull-request-unrelated",
        "https://git.example.org/x/prs/NPUB/repo.git     | pull-request-unrelated",
        "https://other.example.org/prs/NPUB/repo.git     | pull-request-unrelated",
        "https://git.example.org:8443/prs/NPUB/repo.git  | pull-request-unrelated",
        "https://git.example.org/prs/NPUB/repo           | pull-request-unrelated",
        "ssh://git.example.org/prs/NPUB/repo.git         | pull-request-unrelated",
      })
  void submissionNamesItsSignersPlaceHere(String clone, String expected) {
    String npub = Bech32.npub(key("c"));
    String other = Bech32.npub(key("a"));
    for (int kind : new int[] {1618, 1619}) {
      Event request =
          event(
              kind,
              "c",
              1,
              Tag.of("a", "30617:" + key("a") + ":repo"),
              Tag.of("c", oid(5).hex()),
              Tag.of(
                  "clone",
                  "https://elsewhere.example.org/x.git",
                  clone.replace("NPUB", npub).replace("OTHER", other)));
      assertThat(outcome(decide(request, empty()))).isEqualTo(expected);
    }
  }

  @Test
  void submissionWaitsForItsCommitUnderItsIdentifier() {
    Event request = submission("c", 5, "a");
    Admission admission = decide(request, empty());
    assertThat(standing(admission, request)).isEqualTo(WAITING);
    assertThat(((Join) admission).remark()).isEqualTo(": commit " + oid(5));
    Offered offered = ((Join) admission).family().pullRequests().get(request.id());
    assertThat(offered).isNotNull();
    assertThat(offered.isSubmission()).isTrue();
    assertThat(offered.targets()).containsExactly(key("a"));
  }

  @Test
  void submissionWithoutARepositoryIsRefused() {
    Event request = event(1618, "c", 1, Tag.of("c", oid(5).hex()), Tag.of("clone", placeOf("c")));
    assertThat(outcome(decide(request, empty()))).isEqualTo("pull-request-unrelated");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "c"})
  void blackListBeatsSubmissions(String owner) {
    Admission admission =
        Admission.decide(
            submission("c", 5, "a"),
            Example.facts(Map.of(REPO, empty()), List.of()),
            rules("", owner));
    assertThat(outcome(admission)).isEqualTo("pull-request-unrelated");
  }

  @Test
  void whiteListIsAboutHosting() {
    Admission admission =
        Admission.decide(
            submission("c", 5, "a"),
            Example.facts(Map.of(REPO, empty()), List.of()),
            rules("b", ""));
    assertThat(outcome(admission)).isEqualTo("join");
  }

  @Test
  void serverThatTakesNoSubmissionsRefusesThem() {
    HostingRules without = rules("", "").withoutSubmissions();
    Admission admission =
        Admission.decide(
            submission("c", 5, "a"), Example.facts(Map.of(REPO, empty()), List.of()), without);
    assertThat(outcome(admission)).isEqualTo("pull-request-unrelated");
  }

  // ---- everything else

  @ParameterizedTest
  @ValueSource(strings = {"a", "A", "q"})
  void eventThatNamesARepositoryIsServed(String tag) {
    Event issue = event(1621, "c", 1, Tag.of(tag, "30617:" + key("a") + ":repo"));
    assertThat(outcome(decide(issue, alices(SERVED), ALICE))).isEqualTo("serve");
    assertThat(outcome(decide(issue, empty()))).isEqualTo("event-unrelated");
  }

  @ParameterizedTest
  @ValueSource(strings = {"e", "E", "q"})
  void eventThatNamesAnAcceptedEventIsServed(String tag) {
    Event issue = event(1621, "c", 1, Tag.of("a", "30617:" + key("a") + ":repo"));
    Event comment = event(1111, "d", 1, Tag.of(tag, issue.id().hex()));
    assertThat(outcome(decide(comment, alices(SERVED), issue))).isEqualTo("serve");
    assertThat(outcome(decide(comment, alices(SERVED)))).isEqualTo("event-unrelated");
  }

  @Test
  void eventThatAnAcceptedOneNamesIsServed() {
    Event note = event(1, "d", 1);
    Event issue = event(1621, "c", 1, Tag.of("e", note.id().hex()));
    assertThat(outcome(decide(note, alices(SERVED), issue))).isEqualTo("serve");
    assertThat(outcome(decide(note, alices(SERVED)))).isEqualTo("event-unrelated");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 5, 62, 10002, 10317})
  void someKindsBringNobodyIn(int kind) {
    Event without = event(kind, "c", 1);
    Event note = event(1, "d", 1, Tag.of("e", without.id().hex()));
    assertThat(outcome(decide(note, alices(SERVED), without))).isEqualTo("event-unrelated");
  }

  /** Those that are obeyed are decided on elsewhere. */
  @ParameterizedTest
  @CsvSource({"5, a, serve", "5, e, event-unrelated", "62, a, serve", "62, e, author-unrelated"})
  void deletionsThatAreNotObeyedAreForThoseWhoTakePart(int kind, String author, String expected) {
    assertThat(outcome(decide(event(kind, author, 1), alices(SERVED), ALICE))).isEqualTo(expected);
  }

  @Test
  void deletionThatIsNotObeyedMayNameWhatIsHere() {
    Event stranger = event(5, "e", 1, Tag.of("e", ALICE.id().hex()));
    assertThat(outcome(decide(stranger, alices(SERVED), ALICE))).isEqualTo("serve");
  }

  @ParameterizedTest
  @CsvSource({
    "0, a, serve",
    "0, e, author-unrelated",
    "10002, a, serve",
    "10002, e, author-unrelated",
    "10317, a, serve",
    "10317, e, serve-stranger",
    "10317, f, serve",
    "1, f, serve",
    "1, e, event-unrelated",
    "20001, e, event-unrelated",
  })
  void profilesAreForThoseWhoTakePartAndTheServersKeyIsFree(
      int kind, String author, String expected) {
    assertThat(outcome(decide(event(kind, author, 1), alices(SERVED), ALICE))).isEqualTo(expected);
  }
}
