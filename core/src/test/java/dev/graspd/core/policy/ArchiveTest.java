package dev.graspd.core.policy;

import static dev.graspd.core.policy.Example.REPO;
import static dev.graspd.core.policy.Example.SERVICE;
import static dev.graspd.core.policy.Example.announced;
import static dev.graspd.core.policy.Example.announcement;
import static dev.graspd.core.policy.Example.empty;
import static dev.graspd.core.policy.Example.event;
import static dev.graspd.core.policy.Example.key;
import static dev.graspd.core.policy.Example.maintainers;
import static dev.graspd.core.policy.Example.pullRequest;
import static dev.graspd.core.policy.Example.state;
import static dev.graspd.core.repo.Standing.SERVED;
import static dev.graspd.core.repo.Standing.WAITING;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.ServiceAddress;
import dev.graspd.core.nostr.Tag;
import dev.graspd.core.policy.Admission.Join;
import dev.graspd.core.repo.Announcement;
import dev.graspd.core.repo.Family;
import dev.graspd.core.repo.Family.Announced;
import dev.graspd.core.repo.HostingMode;
import dev.graspd.core.repo.Maintainers;
import dev.graspd.core.repo.RepositoryPattern;
import dev.graspd.core.repo.Standing;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Copies of what is hosted elsewhere, and the lists that decide on them (grasp.md, section 6). */
class ArchiveTest {
  private static final ArchivePolicy ALL = new ArchivePolicy(true, List.of(), List.of(), true);
  private static final RepositoryPattern ALICES =
      new RepositoryPattern(Optional.of(key("a")), Optional.empty());
  private static final RepositoryPattern BOBS =
      new RepositoryPattern(Optional.of(key("b")), Optional.empty());

  private static HostingRules rules(
      List<RepositoryPattern> white, List<RepositoryPattern> black, ArchivePolicy archive) {
    return new HostingRules(SERVICE, key("f"), white, black, archive, 5, 64);
  }

  private static HostingRules archiving(ArchivePolicy archive) {
    return rules(List.of(), List.of(), archive);
  }

  /** An announcement that lists another service and not this one. */
  private static Event elsewhere(String author, long at, String service) {
    return event(
        30617,
        author,
        at,
        Tag.of("d", "repo"),
        Tag.of("clone", "https://" + service + "/" + Bech32.npub(key(author)) + "/repo.git"),
        Tag.of("relays", "wss://" + service));
  }

  private static Event elsewhere(String author, long at) {
    return elsewhere(author, at, "other.example");
  }

  private static Announcement parsed(Event event) {
    return Announcement.of(event).orElseThrow();
  }

  private static Admission decide(Event event, Family family, HostingRules rules) {
    return Admission.decide(event, Example.facts(Map.of(REPO, family), List.of()), rules);
  }

  private static String outcome(Admission admission) {
    return admission instanceof Admission.Refuse(var refusal)
        ? refusal.reason().slug()
        : admission.getClass().getSimpleName();
  }

  private static Announced alices(Admission admission) {
    return ((Join) admission).family().announcements().get(key("a"));
  }

  // ---- the decision on an announcement

  /** Every combination; a star stands for both. */
  @ParameterizedTest
  @CsvSource({
    // lists us, welcome, black-listed, archived, listed by others; what we do; combinations
    "*, *, 1, *, *, none,     16",
    "1, 1, 0, *, *, HOSTED,   4",
    "0, *, 0, 1, *, ARCHIVED, 4",
    "1, 0, 0, 1, *, ARCHIVED, 2",
    "0, *, 0, 0, 1, UNHOSTED, 2",
    "1, 0, 0, 0, 1, UNHOSTED, 1",
    "0, *, 0, 0, 0, none,     2",
    "1, 0, 0, 0, 0, none,     1",
  })
  void listsDecideInThisOrder(
      String lists,
      String welcome,
      String black,
      String archived,
      String listed,
      String expected,
      int combinations) {
    List<String> conditions = List.of(lists, welcome, black, archived, listed);
    int[] cases =
        IntStream.range(0, 32)
            .filter(bits ->
                IntStream.range(0, 5)
                    .allMatch(i ->
                        conditions.get(i).equals("*") || is(bits, i) == one(conditions.get(i))))
            .toArray();
    assertThat(cases).hasSize(combinations);
    for (int bits : cases) {
      assertThat(hosting(bits).map(HostingMode::name).orElse("none"))
          .as(Integer.toBinaryString(bits))
          .isEqualTo(expected);
    }
  }

  private static boolean one(String text) {
    return text.equals("1");
  }

  private static boolean is(int bits, int condition) {
    return (bits >> condition & 1) == 1;
  }

  private static Optional<HostingMode> hosting(int bits) {
    Announcement offered = parsed(is(bits, 0) ? announcement("a", 10, "") : elsewhere("a", 10));
    HostingRules rules =
        rules(
            List.of(is(bits, 1) ? ALICES : BOBS),
            is(bits, 2) ? List.of(ALICES) : List.of(BOBS),
            new ArchivePolicy(false, List.of(is(bits, 3) ? ALICES : BOBS), List.of(), true));
    Family family = empty();
    return rules.hosting(
        offered, is(bits, 4) ? family.with(announced(announcement("c", 1, "a"), SERVED)) : family);
  }

  @ParameterizedTest
  @CsvSource({
    "other.example,            other.example,      true",
    "other.example,            OTHER.example:443,  true",
    "other.example,            other.example:8443, false",
    "other.example:8443,       other.example:8443, true",
    "other.example/base,       other.example/base, true",
    "other.example/base,       other.example,      false",
    "other.example,            another.example,    false",
  })
  void serviceIsComparedByItsParts(String listed, String announced, boolean expected) {
    int slash = listed.indexOf('/');
    ServiceAddress service =
        slash < 0
            ? ServiceAddress.of(listed, "/")
            : ServiceAddress.of(listed.substring(0, slash), listed.substring(slash));
    ArchivePolicy policy = new ArchivePolicy(false, List.of(), List.of(service), true);
    assertThat(policy.isActive()).isTrue();
    assertThat(policy.covers(parsed(elsewhere("a", 1, announced)))).isEqualTo(expected);
  }

  @Test
  void strangersCloneUrlAtAServiceArchivesNothing() {
    ArchivePolicy policy =
        new ArchivePolicy(false, List.of(), List.of(ServiceAddress.of("other.example", "/")), true);
    String alices = "https://other.example/" + Bech32.npub(key("a")) + "/repo.git";
    Event bobs = event(30617, "b", 1, Tag.of("d", "repo"), Tag.of("clone", alices));
    assertThat(policy.covers(parsed(bobs))).isFalse();
  }

  @Test
  void nothingIsArchivedUnlessAsked() {
    assertThat(ArchivePolicy.NONE.isActive()).isFalse();
    assertThat(ArchivePolicy.NONE.covers(parsed(elsewhere("a", 1)))).isFalse();
    assertThat(ALL.covers(parsed(elsewhere("a", 1)))).isTrue();
  }

  @Test
  void privateRepositoryIsNotArchived() {
    Event secret = event(30617, "a", 1, Tag.of("d", "repo"), Tag.of("private", "true"));
    assertThat(outcome(decide(secret, empty(), archiving(ALL)))).isEqualTo("private-repository");
  }

  // ---- from one to the other

  @Test
  void newCopyWaitsForItsGitData() {
    Event event = elsewhere("a", 1);
    Admission admission = decide(event, empty(), archiving(ALL));
    assertThat(alices(admission))
        .isEqualTo(new Announced(parsed(event), WAITING, HostingMode.ARCHIVED));
    assertThat(((Join) admission).renewed()).containsExactly(key("a"));
  }

  @ParameterizedTest
  @CsvSource({"SERVED", "WAITING"})
  void repositoryThatLeavesBecomesACopyAndComesBack(Standing standing) {
    HostingRules rules = archiving(ALL);
    Family hosted = empty().with(announced(announcement("a", 10, ""), standing));
    Admission leaving = decide(elsewhere("a", 11), hosted, rules);
    assertThat(alices(leaving).hosting()).isEqualTo(HostingMode.ARCHIVED);
    assertThat(alices(leaving).standing()).isEqualTo(standing);

    Admission back = decide(announcement("a", 12, ""), ((Join) leaving).family(), rules);
    assertThat(alices(back).hosting()).isEqualTo(HostingMode.HOSTED);
    assertThat(alices(back).standing()).isEqualTo(standing);
  }

  @Test
  void copyThatIsAskedForNoMoreEndsWithItsNextVersion() {
    Announced copy = new Announced(parsed(elsewhere("a", 10)), SERVED, HostingMode.ARCHIVED);
    HostingRules other =
        archiving(
            new ArchivePolicy(
                false, List.of(), List.of(ServiceAddress.of("other.example", "/")), true));
    assertThat(outcome(decide(elsewhere("a", 11, "third.example"), empty().with(copy), other)))
        .isEqualTo("StopHosting");
  }

  // ---- what belongs to it

  @Test
  void statesAndPullRequestsOfACopyAreTaken() {
    HostingRules rules = archiving(ALL);
    Family family =
        empty().with(new Announced(parsed(elsewhere("a", 1)), SERVED, HostingMode.ARCHIVED));
    assertThat(outcome(decide(state("a", 2, "main=1"), family, rules))).isEqualTo("Join");
    assertThat(outcome(decide(pullRequest("c", 5, "a"), family, rules))).isEqualTo("Join");
    assertThat(outcome(decide(state("b", 2, "main=1"), family, rules)))
        .isEqualTo("not-a-maintainer");
  }

  @ParameterizedTest
  @CsvSource({"RECIPROCAL", "LISTED"})
  void blackListBeatsBeingListedAsAMaintainer(Maintainers.Mode mode) {
    HostingRules rules = rules(List.of(), List.of(BOBS), ALL);
    Family family = Family.empty(REPO, mode).with(announced(announcement("a", 1, "b"), SERVED));
    Event bobs = event(30617, "b", 1, Tag.of("d", "repo"), maintainers("a"));
    assertThat(outcome(decide(bobs, family, rules))).isEqualTo("repository-unwelcome");
    assertThat(outcome(decide(announcement("b", 1, "a"), family, rules)))
        .isEqualTo("repository-unwelcome");
    assertThat(outcome(decide(state("b", 2, "main=1"), family, rules)))
        .isEqualTo("repository-unwelcome");
    assertThat(outcome(decide(pullRequest("c", 5, "b"), family, rules)))
        .isEqualTo("pull-request-unrelated");
  }

  @Test
  void blackListedVersionDoesNotEndWhatIsHere() {
    Family family = empty().with(announced(announcement("a", 10, ""), SERVED));
    assertThat(outcome(decide(elsewhere("a", 11), family, rules(List.of(), List.of(ALICES), ALL))))
        .isEqualTo("repository-unwelcome");
  }
}
