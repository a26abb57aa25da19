package dev.graspd.server.hunt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.hunt.HuntInput;
import dev.graspd.core.hunt.Urgency;
import dev.graspd.core.repo.Identifier;
import org.junit.jupiter.api.Test;

class HuntInboxTest {
  private static final Identifier REPO = new Identifier("repo");

  private final HuntInbox inbox = new HuntInbox();

  @Test
  void inputsComeInTheirOrder() throws InterruptedException {
    inbox.waits(REPO, Urgency.CLIENT);
    inbox.answer(new HuntInput.LookFailed(REPO));
    inbox.settled(REPO);
    assertThat(inbox.next(0)).isEqualTo(new HuntInput.Waits(REPO, Urgency.CLIENT));
    assertThat(inbox.next(0)).isEqualTo(new HuntInput.LookFailed(REPO));
    assertThat(inbox.next(0)).isEqualTo(new HuntInput.Settled(REPO));
    assertThat(inbox.next(0)).isEqualTo(new HuntInput.Woken());
    assertThat(inbox.takeMissedNews()).isFalse();
  }

  @Test
  void newsBeyondTheirBoundAreMissedAndAnswersAreNot() throws InterruptedException {
    for (int i = 0; i < HuntInbox.NEWS_MAX; i++) {
      inbox.hosted(REPO);
    }
    assertThat(inbox.takeMissedNews()).isFalse();
    inbox.dropped(REPO);
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
      inbox.hosted(REPO);
    }
    inbox.dropNews();
    assertThat(inbox.takeMissedNews()).isTrue();
    inbox.waits(REPO, Urgency.SYNCED);
    assertThat(inbox.takeMissedNews()).as("their room is free again").isFalse();
    assertThat(inbox.next(0)).isEqualTo(new HuntInput.Waits(REPO, Urgency.SYNCED));
  }
}
