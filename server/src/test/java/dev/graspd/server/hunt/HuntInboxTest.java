package dev.graspd.server.hunt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.hunt.HuntInput;
import dev.graspd.core.hunt.Urgency;
import dev.graspd.core.repo.Identifier;
import dev.graspd.testkit.Eventually;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class HuntInboxTest {
  private static final Identifier REPO = new Identifier("repo");

  private final HuntInbox inbox = new HuntInbox();

  @Test
  void inputsComeInTheirOrder() throws InterruptedException {
    inbox.tell(new HuntInput.Waits(REPO, Urgency.CLIENT));
    inbox.answer(new HuntInput.LookFailed(REPO));
    inbox.tell(new HuntInput.Settled(REPO));
    assertThat(inbox.next(0)).isEqualTo(new HuntInput.Waits(REPO, Urgency.CLIENT));
    assertThat(inbox.next(0)).isEqualTo(new HuntInput.LookFailed(REPO));
    assertThat(inbox.next(0)).isEqualTo(new HuntInput.Settled(REPO));
    assertThat(inbox.next(0)).isEqualTo(new HuntInput.Woken());
    assertThat(inbox.takeMissedNews()).isFalse();
  }

  @Test
  void newsBeyondTheirBoundAreMissedAndAnswersAreNot() throws InterruptedException {
    for (int i = 0; i < HuntInbox.NEWS_MAX; i++) {
      inbox.tell(new HuntInput.Hosted(REPO));
    }
    assertThat(inbox.takeMissedNews()).isFalse();
    inbox.tell(new HuntInput.Dropped(REPO));
    inbox.answer(new HuntInput.Stop());
    assertThat(inbox.takeMissedNews()).isTrue();
    assertThat(inbox.takeMissedNews()).as("it is reported once").isFalse();
    for (int i = 0; i < HuntInbox.NEWS_MAX; i++) {
      assertThat(inbox.next(0)).isEqualTo(new HuntInput.Hosted(REPO));
    }
    assertThat(inbox.next(0)).isEqualTo(new HuntInput.Stop());
  }

  @Test
  void huntThatBeginsIsToldOfAllFamiliesInsteadOfOldNews() throws InterruptedException {
    for (int i = 0; i < HuntInbox.NEWS_MAX; i++) {
      inbox.tell(new HuntInput.Hosted(REPO));
    }
    inbox.dropNews();
    assertThat(inbox.takeMissedNews()).isTrue();
    inbox.tell(new HuntInput.Waits(REPO, Urgency.SYNCED));
    assertThat(inbox.takeMissedNews()).as("their room is free again").isFalse();
    assertThat(inbox.next(0)).isEqualTo(new HuntInput.Waits(REPO, Urgency.SYNCED));
  }

  @Test
  void newsCountUntilTheyHaveHadTheirEffect() throws InterruptedException {
    assertThat(inbox.isQuiet()).isTrue();
    inbox.tell(new HuntInput.Hosted(REPO));
    assertThat(inbox.isQuiet()).isFalse();
    assertThat(inbox.next(0)).isEqualTo(new HuntInput.Hosted(REPO));
    assertThat(inbox.isQuiet()).as("it has only been taken").isFalse();
    assertThat(inbox.next(0)).isEqualTo(new HuntInput.Woken());
    assertThat(inbox.isQuiet()).isTrue();
    inbox.answer(new HuntInput.LookFailed(REPO));
    assertThat(inbox.isQuiet()).as("answers are no news").isTrue();
    inbox.dropNews();
    assertThat(inbox.isQuiet()).as("all families are told now").isFalse();
  }

  @Test
  void whoTellsOfManyWaitsWhileHalfOfTheRoomIsTaken() throws InterruptedException {
    for (int i = 0; i <= HuntInbox.NEWS_MAX / 2; i++) {
      inbox.tell(new HuntInput.Hosted(REPO));
    }
    Thread teller =
        Thread.ofVirtual()
            .start(() -> {
              try {
                inbox.awaitRoom();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    Eventually.await(() -> teller.getState() == Thread.State.WAITING);
    assertThat(inbox.next(0)).isEqualTo(new HuntInput.Hosted(REPO));
    assertThat(inbox.next(0)).isEqualTo(new HuntInput.Hosted(REPO));
    assertThat(teller.join(Duration.ofSeconds(30))).isTrue();
  }
}
