package dev.graspd.server.family.held;

import static dev.graspd.server.hosting.RepoWords.announcement;
import static dev.graspd.server.hosting.RepoWords.now;
import static dev.graspd.server.hosting.RepoWords.oid;
import static dev.graspd.server.hosting.RepoWords.outcomes;
import static dev.graspd.testkit.TestKeys.ALICE;
import static dev.graspd.testkit.TestKeys.BOB;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.ObjectsHere;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.store.Placeholder;
import dev.graspd.server.charge.Payer;
import dev.graspd.server.family.PushVerdict;
import dev.graspd.server.family.objects.PackDelivery;
import dev.graspd.server.hosting.RepositoryHostSuite;
import dev.graspd.testkit.EventBuilder;
import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** Pushes that arrive before their event. */
public class ShelvedPushesTest extends RepositoryHostSuite {
  @Test
  void pushBeforeItsEventWaitsOnAShelf() {
    hosted();
    Event request = pullRequest(5);
    String ref = RefName.ofNostrEvent(request.id()).text();
    assertThat(push(ALICES, ref + "=5", 5)).isEqualTo("awaits");
    assertThat(refs(ALICES)).isEqualTo("main=1 refs/heads/main");
    assertThat(host.repositories().find(ALICES).orElseThrow().placeholders()).hasSize(1);
    assertThat(git.published(REPO)).doesNotContain(oid(5));

    assertThat(send(request)).isEmpty();
    assertThat(refs(ALICES)).isEqualTo("main=1 PR=5 refs/heads/main");
    assertThat(git.published(REPO)).contains(oid(5));
    assertThat(git.shelves()).isZero();
    assertThat(store.placeholders()).isEmpty();
  }

  @Test
  void aLargerNetworkHasAsManyPlacesAsTwoAddresses() {
    ShelvedPushes shelves = new ShelvedPushes(List.of(), HeldCharges.alone());
    List<Placeholder> pushed = new ArrayList<>();
    for (int subnet = 1; subnet <= 2; subnet++) {
      Payer payer = Payer.of(InetAddress.ofLiteral("2001:db8:0:" + subnet + "::1"));
      assertThat(shelves.hasPlace(payer, 1, 1)).isTrue();
      pushed.add(
          new Placeholder(
              pullRequest(subnet).id(), ALICES, oid(subnet), "", shelves.nameOf(payer), 1, 1));
      ShelvedPushes.Difference change = shelves.replace(ALICES.identifier(), pushed);
      assertThat(change.begun()).containsExactly(pushed.getLast());
      assertThat(change.gone()).isEmpty();
      assertThat(shelves.hasPlace(payer, 1, 1)).isFalse();
    }
    assertThat(shelves.hasPlace(Payer.of(InetAddress.ofLiteral("2001:db8:0:3::1")), 1, 1))
        .isFalse();
    assertThat(shelves.hasPlace(Payer.of(InetAddress.ofLiteral("2001:db8:1::1")), 1, 1)).isTrue();
    assertThat(shelves.hasPlace(Payer.of(InetAddress.ofLiteral("192.0.2.1")), 1, 1)).isTrue();
    assertThat(shelves.hasPlace(Payer.operator(), 9, 1)).isTrue();
  }

  @Test
  void theStoreDoesNotSayWhoHasPushed() {
    hosted();
    Event request = pullRequest(5);
    assertThat(push(ALICES, RefName.ofNostrEvent(request.id()) + "=5", 5)).isEqualTo("awaits");
    assertThat(store.placeholders())
        .singleElement()
        .satisfies(one -> assertThat(one.from()).matches("[0-9a-f]{16}"));
  }

  @Test
  void eventThatNamesAnotherCommitRemovesWhatWasPushed() {
    hosted();
    Event request = pullRequest(5);
    assertThat(push(ALICES, RefName.ofNostrEvent(request.id()) + "=6", 6)).isEqualTo("awaits");
    assertThat(send(request)).startsWith(HELD);
    assertThat(git.shelves()).isZero();
    assertThat(store.placeholders()).isEmpty();
    assertThat(git.published(REPO)).doesNotContain(oid(6));
  }

  @Test
  void pushWhoseEventIsRefusedStaysOnItsShelfUntilItsTimeIsOver() {
    hosted();
    Event request = pullRequest(5);
    assertThat(push(ALICES, RefName.ofNostrEvent(request.id()) + "=5", 5)).isEqualTo("awaits");
    assertThat(send(EventBuilder.deletionOf(request).unsignedBy(BOB)))
        .startsWith("nothing was deleted");
    assertThat(send(request)).startsWith("no: blocked: ");
    assertThat(git.published(REPO)).doesNotContain(oid(5));
    assertThat(store.placeholders()).hasSize(1);
    assertThat(git.shelves()).isEqualTo(1);

    pass(Duration.ofMinutes(21));
    await(() -> store.placeholders().isEmpty());
    await(() -> git.shelves() == 0);
  }

  @Test
  void pushIsGivenUpAfterTwentyMinutes() {
    hosted();
    assertThat(push(ALICES, RefName.ofNostrEvent(pullRequest(5).id()) + "=5", 5))
        .isEqualTo("awaits");
    pass(Duration.ofMinutes(21));
    await(() -> store.placeholders().isEmpty());
    await(() -> git.shelves() == 0);
  }

  @Test
  void pushesForOneEventToTwoRepositoriesHaveEachTheirOwnTime() {
    hosted();
    String ref = RefName.ofNostrEvent(pullRequest(5).id()).text();
    assertThat(push(ALICES, ref + "=5", 5)).isEqualTo("awaits");
    pass(Duration.ofMinutes(10));
    send(announcement(BOB, "repo", 1, ALICE));
    assertThat(push(BOBS, ref + "=5", 5)).isEqualTo("awaits");

    pass(Duration.ofMinutes(11));
    await(() -> store.placeholders().size() < 2);
    assertThat(store.placeholders()).extracting(one -> one.space().address()).containsExactly(BOBS);
    pass(Duration.ofMinutes(10));
    await(() -> store.placeholders().isEmpty());
    await(() -> git.shelves() == 0);
  }

  @Test
  void pushThatIsRepeatedWhileItsEndWaitsForTheLaneIsNotGivenUp() {
    hosted();
    send(announcement(ALICE, "other", 0));
    String ref = RefName.ofNostrEvent(pullRequest(5).id()).text();
    assertThat(push(ALICES, ref + "=5", 5)).isEqualTo("awaits");
    CountDownLatch goOn = new CountDownLatch(1);
    CompletionStage<PushVerdict> again =
        host.pushes().perform(request(ALICES, ref + "=6"), new SlowDelivery(bring(6), goOn));

    pass(Duration.ofMinutes(31));
    // The end of the push comes before that of the announcement, so it is in the lane by now.
    await(() -> store.waiting().getFirst().until().lapsed());
    goOn.countDown();
    assertThat(outcomes(now(again))).isEqualTo("awaits");
    assertThat(send(state(ALICE, 1, "main=1 dev=1"))).as("behind both").isEmpty();
    assertThat(store.placeholders()).extracting(Placeholder::commit).containsExactly(oid(6));
    assertThat(git.shelves()).isEqualTo(1);
  }

  @Test
  void unsignedPushesAreLimited() {
    hosted();
    assertThat(push(ALICES, "refs/nostr/" + "0a".repeat(32) + "=5", 5)).isEqualTo("awaits");
    assertThat(push(ALICES, "refs/nostr/" + "0b".repeat(32) + "=5", 5)).isEqualTo("awaits");
    assertThat(push(ALICES, "refs/nostr/" + "0c".repeat(32) + "=5", 5))
        .isEqualTo("push-nostr-too-many");
    assertThat(git.shelves()).isEqualTo(2);
  }

  @Test
  void junkPushPromotesNoAnnouncement() {
    Event announcement = announcement(ALICE, "repo", 0);
    send(announcement);
    assertThat(push(ALICES, "refs/nostr/" + "0a".repeat(32) + "=5", 5)).isEqualTo("awaits");
    assertThat(isServed(announcement)).isFalse();
  }

  /** Stays in its lane until the test releases it. */
  public record SlowDelivery(PackDelivery delivery, CountDownLatch goOn) implements PackDelivery {
    @Override
    public Identifier family() {
      return delivery.family();
    }

    @Override
    public ObjectsHere objects() {
      return delivery.objects();
    }

    @Override
    public boolean brings(PublicKey signer, Oid id) {
      return delivery.brings(signer, id);
    }

    @Override
    public SortedSet<Oid> whole(SortedSet<Oid> tips, SortedSet<String> without) {
      return delivery.whole(tips, without);
    }

    @Override
    public List<Pack> packs() {
      return delivery.packs();
    }

    @Override
    public void store() throws IOException {
      delivery.store();
    }

    @Override
    public void keep() {
      delivery.keep();
    }

    @Override
    public String shelve() throws IOException {
      try {
        goOn.await();
      } catch (InterruptedException e) {
        throw new AssertionError("interrupted", e);
      }
      return delivery.shelve();
    }

    @Override
    public void close() {
      delivery.close();
    }
  }
}
