package dev.graspd.core.repo;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.nostr.Signature;
import dev.graspd.core.nostr.Tag;
import dev.graspd.core.nostr.UnsignedEvent;
import java.util.List;
import java.util.TreeMap;

class RepoViewsFuzzTest {
  private static final PublicKey AUTHOR = PublicKey.parse("a1".repeat(32));
  private static final Signature SIGNATURE = Signature.parse("5f".repeat(64));

  /** Each line of the input is a tag, its elements separated by tabs. */
  @FuzzTest
  void whateverTheTagsAreTheViewsHoldOnlyWhatGitAllows(byte[] input) {
    String text = new String(input, UTF_8);
    List<Tag> tags = text.lines().map(line -> new Tag(List.of(line.split("\t", -1)))).toList();
    RepoState.of(event(Kinds.REPO_STATE, tags)).ifPresent(RepoViewsFuzzTest::check);
    Announcement.of(event(Kinds.ANNOUNCEMENT, tags)).ifPresent(RepoViewsFuzzTest::check);
    PullRequest.of(event(Kinds.PULL_REQUEST, tags))
        .ifPresent(request -> request.repositories().forEach(RepoViewsFuzzTest::check));
    RefName.parse(text).ifPresent(ref -> assertThat(text).startsWith("refs/").doesNotContain(".."));
    Identifier.parse(text).ifPresent(identifier -> assertThat(text).doesNotContain("/"));
  }

  private static void check(RepoState state) {
    assertThat(state.refs().keySet()).allMatch(RefName::isHeadOrTag);
    assertThat(state.tips()).noneMatch(Oid::isZero);
    assertThat(state.head().stream()).allMatch(RefName::isHead);
    assertThat(state.isPossible()).isEqualTo(state.impossible().isEmpty());
  }

  private static void check(Announcement announcement) {
    check(announcement.address());
    assertThat(announcement.listed()).doesNotContain(AUTHOR);
    TreeMap<PublicKey, Announcement> alone = new TreeMap<>();
    alone.put(AUTHOR, announcement);
    for (Maintainers.Mode mode : Maintainers.Mode.values()) {
      assertThat(Maintainers.of(AUTHOR, alone, mode)).hasSizeLessThan(Maintainers.MEMBERS_MAX + 1);
    }
  }

  private static void check(RepoAddress address) {
    assertThat(RepoAddress.parse(address.toString())).contains(address);
  }

  private static Event event(int kind, List<Tag> tags) {
    UnsignedEvent body = new UnsignedEvent(AUTHOR, 1_700_000_000, kind, tags, "");
    return body.signed(body.id(), SIGNATURE);
  }
}
