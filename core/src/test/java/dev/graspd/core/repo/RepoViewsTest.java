package dev.graspd.core.repo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Tag;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RepoViewsTest {
  private static RefName ref(String text) {
    return new RefName(text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "refs/heads/main",
        "refs/tags/v1.0",
        "refs/heads/a/b",
        "refs/heads/a@b",
        "refs/heads/ü",
        "refs/nostr/x",
        "refs/heads/-x",
        "refs/heads/@"
      })
  void namesThatGitAllows(String text) {
    assertThat(RefName.parse(text)).isPresent();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "main",
        "HEAD",
        "refs/heads",
        "refs/heads/",
        "refs//x",
        "refs/heads/.a",
        "refs/heads/a.lock",
        "refs/heads/a..b",
        "refs/heads/a b",
        "refs/heads/a~1",
        "refs/heads/a^{}",
        "refs/heads/a:b",
        "refs/heads/a?",
        "refs/heads/a*",
        "refs/heads/a[",
        "refs/heads/a\\b",
        "refs/heads/a.",
        "refs/heads/a@{b",
        "refs/heads/a\u007f",
        "refs/heads/a.lock/b",
        "refs/heads/a\n"
      })
  void namesThatGitForbids(String text) {
    assertThat(RefName.parse(text)).isEmpty();
  }

  @Test
  void refNameHasAtMost255Bytes() {
    assertThat(RefName.parse("refs/heads/" + "x".repeat(244))).isPresent();
    assertThat(RefName.parse("refs/heads/" + "x".repeat(245))).isEmpty();
  }

  @Test
  void nostrRefNamesItsEvent() {
    String id = "0a".repeat(32);
    assertThat(ref("refs/nostr/" + id).nostrEvent()).contains(EventId.parse(id));
    assertThat(ref("refs/nostr/" + "0A".repeat(32)).nostrEvent()).isEmpty();
    assertThat(ref("refs/heads/x").nostrEvent()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "repo,true",
    "my repo,true",
    "a:b,true",
    ".,false",
    "..,false",
    "'',false",
    "a/b,false",
    "a\\b,false",
    "...,true"
  })
  void identifiersAreNoPaths(String text, boolean allowed) {
    assertThat(Identifier.parse(text).isPresent()).isEqualTo(allowed);
  }

  @Test
  void identifierHasAtMost250BytesAndNoControls() {
    assertThat(Identifier.parse("x".repeat(250))).isPresent();
    assertThat(Identifier.parse("x".repeat(251))).isEmpty();
    assertThat(Identifier.parse("a\u0000")).isEmpty();
    assertThat(Identifier.parse("a\u0085")).isEmpty();
  }

  @Test
  void announcementTakesValuesFromOneTagOrFromRepeatedTags() {
    Event event =
        Make.event(
            30617,
            "a",
            1,
            Tag.of("clone", "u1", "u2"),
            Tag.of("clone", "u3"),
            Tag.of("relays", "r1"),
            Tag.of("name", "N"),
            Tag.of("private", "true"));
    Announcement announcement = Announcement.of(event).orElseThrow();
    assertThat(announcement.cloneUrls()).containsExactly("u1", "u2", "u3");
    assertThat(announcement.relayUrls()).containsExactly("r1");
    assertThat(Announcement.text(event, "name")).isEqualTo("N");
    assertThat(announcement.isPrivate()).isTrue();
    assertThat(announcement.address())
        .isEqualTo(new RepoAddress(Make.key("a"), new Identifier("repo")));
  }

  @Test
  void announcementNeedsOneIdentifier() {
    assertThat(Announcement.of(Make.event(30617, "a", 1, Tag.of("d", "second")))).isEmpty();
    assertThat(Announcement.of(Make.event(1, "a", 1))).isEmpty();
  }

  @Test
  void stateGivesBranchesAndTagsTheirValues() {
    RepoState state =
        Make.state(
            Tag.of("refs/heads/main", Make.oid(1).hex(), "abcd"),
            Tag.of("refs/tags/v1", Make.oid(2).hex()),
            Tag.of("refs/tags/v1^{}", Make.oid(3).hex()),
            Tag.of("refs/heads/alias", "ref: refs/heads/main"),
            Tag.of("HEAD", "ref: refs/heads/main"));
    assertThat(state.refs())
        .containsEntry(ref("refs/heads/main"), Make.oid(1))
        .containsEntry(ref("refs/tags/v1"), Make.oid(2))
        .containsEntry(ref("refs/heads/alias"), Make.oid(1))
        .hasSize(3);
    assertThat(state.head()).contains(ref("refs/heads/main"));
    assertThat(state.isPossible()).isTrue();
    assertThat(state.tips()).containsExactly(Make.oid(1), Make.oid(2));
  }

  @Test
  void headMayComeWithoutItsPrefix() {
    assertThat(Make.state(Tag.of("HEAD", "refs/heads/x")).head()).contains(ref("refs/heads/x"));
    assertThat(Make.state(Tag.of("HEAD", "refs/tags/x")).head()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "refs/heads/main, deadbeef",
    "refs/heads/main, 0000000000000000000000000000000000000000",
    "refs/heads/a..b, 0000000000000000000000000000000000000001",
    "refs/notes/x,    0000000000000000000000000000000000000001",
    "refs/heads/loop, ref: refs/heads/loop"
  })
  void whatCanNeverBeObeyedIsNamed(String name, String value) {
    RepoState state = Make.state(Tag.of(name, value));
    assertThat(state.impossible()).containsExactly(name);
    assertThat(state.refs()).isEmpty();
  }

  @Test
  void pullRequestNamesItsCommit() {
    String commit = Make.oid(7).hex();
    String address = "30617:" + Make.key("b") + ":repo";
    PullRequest request =
        PullRequest.of(
                Make.event(
                    1618,
                    "a",
                    1,
                    Tag.of("c", commit),
                    Tag.of("a", address),
                    Tag.of("a", "nonsense"),
                    Tag.of("clone", "u")))
            .orElseThrow();
    assertThat(request.commit()).contains(Make.oid(7));
    assertThat(request.repositories()).extracting(RepoAddress::toString).containsExactly(address);
    assertThat(request.cloneUrls()).containsExactly("u");
    assertThat(PullRequest.of(Make.event(1618, "a", 1, Tag.of("c", "xyz")))).isEmpty();
    assertThat(PullRequest.of(Make.event(1618, "a", 1))).isEmpty();
    assertThat(PullRequest.of(Make.event(1619, "a", 1, Tag.of("c", "ab".repeat(32)))))
        .hasValueSatisfying(update -> assertThat(update.commit()).isEmpty());
  }

  @Test
  void refsFollowAState() {
    SortedMap<RefName, Oid> signed = new TreeMap<>();
    signed.put(ref("refs/heads/same"), Make.oid(1));
    signed.put(ref("refs/heads/moved"), Make.oid(2));
    signed.put(ref("refs/tags/new"), Make.oid(3));
    SortedMap<RefName, Oid> actual = new TreeMap<>();
    actual.put(ref("refs/heads/same"), Make.oid(1));
    actual.put(ref("refs/heads/moved"), Make.oid(9));
    actual.put(ref("refs/heads/gone"), Make.oid(8));
    actual.put(ref("refs/nostr/" + "0a".repeat(32)), Make.oid(7));

    assertThat(RefChange.alignment(signed, actual))
        .containsExactly(
            new RefChange(ref("refs/heads/gone"), Optional.empty()),
            new RefChange(ref("refs/heads/moved"), Optional.of(Make.oid(2))),
            new RefChange(ref("refs/tags/new"), Optional.of(Make.oid(3))));
    assertThat(RefChange.alignment(signed, signed)).isEmpty();
    assertThat(RefChange.alignment(new TreeMap<>(), actual)).isEmpty();
  }
}
