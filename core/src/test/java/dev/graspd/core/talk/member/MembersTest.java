package dev.graspd.core.talk.member;

import static dev.graspd.core.talk.TalkSample.LEAD;
import static dev.graspd.core.talk.TalkSample.MAINTAINER;
import static dev.graspd.core.talk.TalkSample.MODERATOR;
import static dev.graspd.core.talk.TalkSample.OWNER;
import static dev.graspd.core.talk.TalkSample.REPOSITORY;
import static dev.graspd.core.talk.TalkSample.STRANGER;
import static dev.graspd.core.talk.TalkSample.event;
import static dev.graspd.core.talk.TalkSample.key;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.nostr.Tag;
import dev.graspd.core.repo.Announcement;
import dev.graspd.core.repo.Family;
import dev.graspd.core.repo.Family.Announced;
import dev.graspd.core.repo.HostingMode;
import dev.graspd.core.repo.Maintainers;
import dev.graspd.core.repo.Standing;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class MembersTest {
  private static Family family(Announced... announced) {
    return Family.empty(REPOSITORY.identifier(), Maintainers.Mode.RECIPROCAL)
        .withAll(List.of(announced));
  }

  private static Announced announced(PublicKey by, Tag... tags) {
    List<Tag> all = new ArrayList<>(List.of(tags));
    all.add(Tag.of("d", "repo"));
    Announcement announcement =
        Announcement.of(event(Kinds.ANNOUNCEMENT, by, 1, "", all.toArray(Tag[]::new)))
            .orElseThrow();
    return new Announced(announcement, Standing.SERVED, HostingMode.HOSTED);
  }

  private static Tag role(String letter, PublicKey key, String... times) {
    List<String> items = new ArrayList<>(List.of(letter, key.hex()));
    items.addAll(List.of(times));
    return new Tag(items);
  }

  @Test
  void membersComeFromTheAnnouncementsOfMaintainers() {
    Members members =
        Members.of(
            REPOSITORY,
            family(
                announced(
                    OWNER,
                    role("m", OWNER),
                    role("M", LEAD),
                    role("o", MODERATOR),
                    role("o", key("31"), "1", "2")),
                announced(
                    LEAD,
                    role("M", LEAD),
                    role("m", OWNER),
                    role("m", MAINTAINER),
                    role("o", key("32")),
                    role("o", OWNER)),
                announced(STRANGER, role("m", OWNER), role("o", key("33")))));
    assertThat(members.maintainers()).containsExactlyInAnyOrder(OWNER, LEAD);
    assertThat(members.leads()).containsExactly(LEAD);
    assertThat(members.moderators()).containsExactlyInAnyOrder(MODERATOR, key("32"));
  }

  @Test
  void repositoryWithoutAnnouncementHasNoMembers() {
    Members members = Members.of(REPOSITORY, family());
    assertThat(members.maintainers()).isEmpty();
    assertThat(members.share(REPOSITORY)).isTrue();
    assertThat(members.rightsIn(STRANGER).mayMerge(OWNER)).isFalse();
    assertThat(members.rightsIn(STRANGER).positionOf(OWNER)).isEqualTo(MemberKind.OWNER);
  }
}
