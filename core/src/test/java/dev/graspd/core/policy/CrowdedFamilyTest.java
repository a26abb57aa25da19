package dev.graspd.core.policy;

import static dev.graspd.core.policy.Example.REPO;
import static dev.graspd.core.policy.Example.SERVICE;
import static dev.graspd.core.policy.Example.announced;
import static dev.graspd.core.policy.Example.announcement;
import static dev.graspd.core.policy.Example.here;
import static dev.graspd.core.policy.Example.key;
import static dev.graspd.core.policy.Example.oid;
import static dev.graspd.core.policy.Example.state;
import static dev.graspd.core.policy.Example.stated;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.nostr.Signature;
import dev.graspd.core.nostr.Tag;
import dev.graspd.core.nostr.UnsignedEvent;
import dev.graspd.core.repo.Family;
import dev.graspd.core.repo.FamilyBuilder;
import dev.graspd.core.repo.Maintainers;
import dev.graspd.core.repo.Standing;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Thousands of strangers announce an identifier with keys that sort before everybody else's. */
@Timeout(10)
class CrowdedFamilyTest {
  private static final HostingRules RULES =
      new HostingRules(SERVICE, key("b"), List.of(), List.of(), 5, 64);

  private static PublicKey stranger(int number) {
    return PublicKey.parse(String.format("%064x", number));
  }

  private static Event event(int kind, PublicKey author, Tag... tags) {
    List<Tag> all = new ArrayList<>(List.of(Tag.of("d", "repo")));
    all.addAll(List.of(tags));
    UnsignedEvent body = new UnsignedEvent(author, 1, kind, all, "");
    return body.signed(body.id(), Signature.of(new byte[64]));
  }

  /** Each stranger lists the next one, like a real team. */
  private static FamilyBuilder strangers(int count, Maintainers.Mode mode) {
    FamilyBuilder builder = new FamilyBuilder(REPO, mode);
    for (int i = 1; i <= count; i++) {
      Tag next = Tag.of("maintainers", stranger(i % count + 1).hex());
      builder.add(announced(event(30617, stranger(i), next), Standing.SERVED));
    }
    return builder;
  }

  @ParameterizedTest
  @EnumSource(Maintainers.Mode.class)
  void coMaintainerWithAHighKeyStillSignsAndPushes(Maintainers.Mode mode) {
    Family family =
        strangers(3_000, mode)
            .add(announced(announcement("e", 1, "f"), Standing.SERVED))
            .add(announced(announcement("f", 1, "e"), Standing.SERVED))
            .build();
    Event signed = state("f", 5, "main=1");

    Admission admission =
        Admission.decide(signed, Example.facts(Map.of(REPO, family), List.of()), RULES);
    assertThat(admission).isInstanceOf(Admission.Join.class);
    Family joined = ((Admission.Join) admission).family();
    assertThat(joined.stateToFollow(key("e")).orElseThrow().id()).isEqualTo(signed.id());

    Settlement settlement = Settlement.of(joined, here(1), Collections.emptySortedSet());
    assertThat(settlement.released()).containsExactly(signed.id());
    assertThat(settlement.moved()).containsOnlyKeys(key("e"), key("f"));
  }

  @Test
  void whatFollowsAmongThousandsOfOwnersAndStatesIsWorkedOutInTime() {
    FamilyBuilder builder = strangers(5_000, Maintainers.Mode.RECIPROCAL);
    for (int i = 1; i <= 5_000; i++) {
      Tag main = Tag.of("refs/heads/main", oid(2).hex());
      builder.add(stated(event(30618, stranger(i), main), Standing.SERVED));
    }
    Family family = builder.build();
    for (int i = 1; i <= 10; i++) {
      Event waiting = event(30618, stranger(i), Tag.of("refs/heads/new", oid(1).hex()));
      Family joined = family.with(stated(waiting, Standing.WAITING));
      Settlement settlement = Settlement.of(joined, here(1), Collections.emptySortedSet());
      assertThat(settlement.applyTo(joined).owners()).hasSize(5_000);
    }
  }
}
