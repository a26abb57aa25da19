package dev.graspd.server.gate;

import dev.graspd.core.nostr.Refusal;
import dev.graspd.core.policy.Allowance;
import dev.graspd.core.policy.PushDecision.Line;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.RefSpace;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.server.diary.Diary;
import dev.graspd.server.diary.Entry;
import dev.graspd.server.diary.Step;
import dev.graspd.server.diary.Subject;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** The way in for pushes, with a diary of what was refused. What is done is noted where it is. */
final class NotedPushes implements Pushes {
  /** Most refs of one push that are written down. */
  static final int REFS_MAX = 64;

  private static final String SOURCE = "a push";

  private final Pushes pushes;
  private final Diary diary;
  private final UptimeClock clock;

  NotedPushes(Pushes pushes, Diary diary, UptimeClock clock) {
    this.pushes = pushes;
    this.diary = diary;
    this.clock = clock;
  }

  @Override
  public Allowance room(RepoAddress repository) {
    return pushes.room(repository);
  }

  @Override
  public Ground ground(Identifier family) {
    return pushes.ground(family);
  }

  @Override
  public PushVerdict judge(PushRequest request) {
    PushVerdict verdict = pushes.judge(request);
    // Otherwise it is judged again, with its objects.
    if (verdict.isRefused()) {
      note(request, verdict);
    }
    return verdict;
  }

  @Override
  public CompletionStage<PushVerdict> perform(PushRequest request, Delivery delivery) {
    return pushes
        .perform(request, delivery)
        .thenApply(verdict -> {
          note(request, verdict);
          return verdict;
        });
  }

  @Override
  public void refused(PushRequest request, Refusal why) {
    pushes.refused(request, why);
    request.commands().stream()
        .limit(REFS_MAX)
        .forEach(command -> note(request, command.ref(), Step.REFUSED, why.message()));
  }

  private void note(PushRequest request, PushVerdict verdict) {
    verdict.lines().stream().limit(REFS_MAX).forEach(line -> note(request, line));
  }

  private void note(PushRequest request, Line line) {
    String ref = line.command().ref();
    switch (line) {
      case Line.Refuse(_, var refusal) -> note(request, ref, Step.REFUSED, refusal.message());
      case Line.Unchanged _ ->
          note(request, ref, Step.UNCHANGED, "it is at " + line.command().newValue() + " already");
      case Line.Move _, Line.Await _ -> {}
    }
  }

  private void note(PushRequest request, String ref, Step step, String text) {
    subject(request.space(), ref)
        .ifPresent(subject ->
            diary.note(subject, Entry.of(clock.now().epochSeconds(), step, SOURCE, text)));
  }

  /**
   * Names longer than any ref can have are of no use to anybody. What happens below {@code /prs/}
   * is told of the event: the refs of a repository of that name are others.
   */
  private static Optional<Subject> subject(RefSpace space, String ref) {
    if (space.isSubmissions()) {
      return RefName.parse(ref).flatMap(RefName::nostrEvent).map(Subject.OfEvent::new);
    }
    return ref.getBytes(StandardCharsets.UTF_8).length <= RefName.BYTES_MAX
        ? Optional.of(new Subject.OfRef(space.address(), ref))
        : Optional.empty();
  }
}
