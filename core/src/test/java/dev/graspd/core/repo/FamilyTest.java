package dev.graspd.core.repo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.nostr.Signature;
import dev.graspd.core.nostr.Tag;
import dev.graspd.core.nostr.UnsignedEvent;
import dev.graspd.core.repo.Family.Announced;
import dev.graspd.core.repo.Family.Stated;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FamilyTest {
  private static final Identifier REPO = new Identifier("repo");

  private static PublicKey low(int number) {
    return PublicKey.parse(String.format("%064x", number));
  }

  private static Event event(int kind, PublicKey author, Tag... tags) {
    List<Tag> all = new ArrayList<>(List.of(Tag.of("d", "repo")));
    all.addAll(List.of(tags));
    UnsignedEvent body = new UnsignedEvent(author, 1, kind, all, "");
    return body.signed(body.id(), Signature.of(new byte[64]));
  }

  private static Announced announced(PublicKey author, Tag... tags) {
    return new Announced(
        Announcement.of(event(30617, author, tags)).orElseThrow(),
        Standing.SERVED,
        HostingMode.HOSTED);
  }

  /** A family in which this many strangers have announced the identifier, with the lowest keys. */
  private static Family announcedByStrangers(int count, Maintainers.Mode mode) {
    FamilyBuilder builder = new FamilyBuilder(REPO, mode);
    for (int i = 1; i <= count; i++) {
      builder.add(announced(low(i)));
    }
    return builder.build();
  }

  private static Tag maintainers(PublicKey... keys) {
    return new Tag(
        Stream.concat(Stream.of("maintainers"), Stream.of(keys).map(PublicKey::hex)).toList());
  }

  @ParameterizedTest
  @EnumSource(Maintainers.Mode.class)
  void groundKeysDoNotPushCoMaintainersOutOfSight(Maintainers.Mode mode) {
    PublicKey third = Make.key("d");
    PublicKey owner = Make.key("e");
    PublicKey second = Make.key("f");
    Family family =
        announcedByStrangers(3_000, mode)
            .with(announced(owner, maintainers(second)))
            .with(announced(second, maintainers(owner, third)))
            .with(announced(third, maintainers(second)));

    assertThat(family.membersOf(owner)).containsExactly(third, owner, second);
    assertThat(family.ownersFor(third)).contains(owner);
    RepoState state = RepoState.of(event(30618, third)).orElseThrow();
    assertThat(family.with(new Stated(state, Standing.SERVED)).stateToFollow(owner))
        .isEqualTo(Optional.of(state));
  }

  @Test
  void groundKeysDoNotHideALead() {
    PublicKey owner = Make.key("e");
    PublicKey lead = Make.key("f");
    Family family =
        announcedByStrangers(3_000, Maintainers.Mode.RECIPROCAL)
            .with(announced(owner, Tag.of("M", lead.hex())))
            .with(announced(lead, Tag.of("M", lead.hex()), Tag.of("m", owner.hex())));
    assertThat(family.membersOf(owner)).containsExactly(owner, lead);
  }

  @ParameterizedTest
  @EnumSource(Maintainers.Mode.class)
  @Timeout(5)
  void changesAmongThousandsOfOwnersWorkOutOnlyWhatIsAsked(Maintainers.Mode mode) {
    Family family = announcedByStrangers(5_000, mode);
    for (int i = 1; i <= 100; i++) {
      family = family.with(announced(low(i), maintainers(low(i + 1))));
      assertThat(family.membersOf(low(i))).contains(low(i));
    }
    assertThat(family.owners()).hasSize(5_000);
    assertThat(family.isListed(low(2))).isTrue();
    assertThat(family.isListed(low(102))).isFalse();
    assertThat(family.ownersFor(low(4_000))).containsExactly(low(4_000));
  }

  @Test
  void builtFamilyEqualsOneThatGrewStepByStep() {
    Announced held =
        new Announced(
            announced(low(1), maintainers(low(2))).announcement(),
            Standing.WAITING,
            HostingMode.HOSTED);
    Stated stated = new Stated(RepoState.of(event(30618, low(1))).orElseThrow(), Standing.WAITING);
    FamilyBuilder builder = new FamilyBuilder(REPO, Maintainers.Mode.RECIPROCAL);
    builder.add(announced(low(1))).add(held).add(stated);

    Family grown =
        Family.empty(REPO, Maintainers.Mode.RECIPROCAL)
            .with(announced(low(1)))
            .with(held)
            .with(stated);
    assertThat(builder.build()).isEqualTo(grown);
    assertThat(builder.build().basis()).isEqualTo(grown.basis());
  }
}
