package dev.graspd.core.policy;

import static dev.graspd.core.policy.Example.REPO;
import static dev.graspd.core.policy.Example.announced;
import static dev.graspd.core.policy.Example.announcement;
import static dev.graspd.core.policy.Example.empty;
import static dev.graspd.core.policy.Example.here;
import static dev.graspd.core.policy.Example.key;
import static dev.graspd.core.policy.Example.oid;
import static dev.graspd.core.policy.Example.pullRequest;
import static dev.graspd.core.policy.Example.refs;
import static dev.graspd.core.policy.Example.state;
import static dev.graspd.core.policy.Example.stated;
import static dev.graspd.core.policy.Example.submission;
import static dev.graspd.core.repo.Standing.SERVED;
import static dev.graspd.core.repo.Standing.WAITING;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.repo.Family;
import dev.graspd.core.repo.PullRequest;
import dev.graspd.core.repo.RefChange;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.Submission;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class FamilyCheckTest {
  private static final Event STATE = state("a", 1, "main=1 dev=2 HEAD=main");
  private static final String REPOSITORY = "30617:" + key("a") + ":repo";

  private static Family family(String refs) {
    return empty()
        .with(announced(announcement("a", 1, ""), SERVED))
        .with(stated(STATE, SERVED))
        .withRefs(key("a"), refs(refs));
  }

  private static List<String> problems(Family family, Event... served) {
    return FamilyCheck.problems(
        family,
        here(1, 2, 3),
        id -> List.of(served).stream().filter(event -> event.id().equals(id)).findFirst());
  }

  @Test
  void refsAsSignedAreInOrder() {
    assertThat(problems(family("main=1 dev=2 HEAD=main"))).isEmpty();
  }

  @Test
  void refsThatNobodySignedAreNamed() {
    assertThat(problems(family("main=3 old=3 HEAD=main")))
        .containsExactly(
            "refs of " + REPOSITORY + " are not settled",
            "refs/heads/dev of %s is nothing, state %s says %s"
                .formatted(REPOSITORY, STATE.id(), oid(2)),
            "refs/heads/main of %s is %s, state %s says %s"
                .formatted(REPOSITORY, oid(3), STATE.id(), oid(1)),
            "refs/heads/old of %s is %s, state %s says nothing"
                .formatted(REPOSITORY, oid(3), STATE.id()));
  }

  @Test
  void wrongHeadIsNamed() {
    assertThat(problems(family("main=1 dev=2 HEAD=dev")))
        .contains(
            "HEAD of %s is refs/heads/dev, state %s says refs/heads/main"
                .formatted(REPOSITORY, STATE.id()));
  }

  @Test
  void newerStateThatWaitsExplainsWhatWasPushedUnderIt() {
    Family ahead = family("main=3 dev=2 HEAD=main");
    assertThat(problems(ahead.with(stated(state("a", 2, "main=3 dev=9 HEAD=main"), WAITING))))
        .isEmpty();
    assertThat(problems(ahead.with(stated(state("a", 2, "main=9 dev=9 HEAD=main"), WAITING))))
        .isNotEmpty();
  }

  @Test
  void stateThatWaitsForNothingIsNamed() {
    Event newer = state("a", 2, "main=1 dev=3 HEAD=main");
    assertThat(problems(family("main=1 dev=2 HEAD=main").with(stated(newer, WAITING))))
        .contains("event " + newer.id() + " waits, and all it waits for is here");
  }

  @Test
  void submissionIsWhatItsEventSays() {
    Event request = submission("c", 3, "b");
    Submission right = Submission.of(PullRequest.of(request).orElseThrow(), REPO).orElseThrow();
    Submission wrong = new Submission(right.event(), right.signer(), REPO, oid(2), right.targets());
    Submission foreign =
        new Submission(right.event(), key("d"), REPO, right.commit(), right.targets());
    Family family = family("main=1 dev=2 HEAD=main");
    assertThat(problems(family.with(right), request)).isEmpty();
    assertThat(problems(family.with(right))).hasSize(1);
    assertThat(problems(family.with(wrong), request))
        .containsExactly(
            "%s of submissions %s:repo is %s, its event says %s"
                .formatted(right.ref(), key("c"), oid(2), oid(3)));
    assertThat(problems(family.with(foreign), request)).hasSize(1);
  }

  @Test
  void submissionThatItsRepositoryDoesNotShowIsNamed() {
    Event request = submission("c", 3, "a");
    Submission submission =
        Submission.of(PullRequest.of(request).orElseThrow(), REPO).orElseThrow();
    assertThat(problems(family("main=1 dev=2 HEAD=main").with(submission), request))
        .containsExactly("refs of " + REPOSITORY + " are not settled");
  }

  @Test
  void pullRequestsRefIsItsEventsCommit() {
    Event request = pullRequest("b", 3, "a");
    Family family = family("main=1 dev=2 HEAD=main");
    RefChange ref = new RefChange(RefName.ofNostrEvent(request.id()), Optional.of(oid(3)));
    Family right = family.withRefs(key("a"), family.refs(key("a")).with(List.of(ref)));
    assertThat(problems(right, request)).isEmpty();
    assertThat(problems(right))
        .containsExactly(
            "%s of %s is %s, its event says nothing".formatted(ref.ref(), REPOSITORY, oid(3)));
  }
}
