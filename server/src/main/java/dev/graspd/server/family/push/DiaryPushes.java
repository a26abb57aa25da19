package dev.graspd.server.family.push;

import dev.graspd.core.nostr.refusal.Refusal;
import dev.graspd.core.policy.push.PushDecision.Line;
import dev.graspd.core.policy.room.Allowance;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.RefSpace;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.server.base.UptimeClock;
import dev.graspd.server.diary.Diary;
import dev.graspd.server.diary.DiaryEntry;
import dev.graspd.server.diary.Step;
import dev.graspd.server.diary.Subject;
import dev.graspd.server.family.PushVerdict;
import dev.graspd.server.family.objects.PackBase;
import dev.graspd.server.family.objects.PackDelivery;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Records refused pushes in the diary; accepted pushes are recorded when they are written. */
public record DiaryPushes(Pushes pushes, Diary diary, UptimeClock clock) implements Pushes {
  /** Most refs of one push in the diary. */
  static final int REFS_MAX = 64;

  private static final String SOURCE = "a push";

  @Override
  public Allowance room(RepoAddress repository) {
    return pushes.room(repository);
  }

  @Override
  public PackBase packBase(Identifier family) {
    return pushes.packBase(family);
  }

  @Override
  public PushVerdict judge(PushRequest request) {
    PushVerdict verdict = pushes.judge(request);
    // Others are judged again with their objects.
    if (verdict.isRefused()) {
      note(request, verdict);
    }
    return verdict;
  }

  @Override
  public CompletionStage<PushVerdict> perform(PushRequest request, PackDelivery delivery) {
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
        .forEach(command -> note(request, command.ref(), refused(why)));
  }

  private void note(PushRequest request, PushVerdict verdict) {
    verdict.lines().stream().limit(REFS_MAX).forEach(line -> note(request, line));
  }

  private void note(PushRequest request, Line line) {
    String ref = line.command().ref();
    switch (line) {
      case Line.Refuse(_, var refusal) -> note(request, ref, refused(refusal));
      case Line.Unchanged _ ->
          note(
              request,
              ref,
              DiaryEntry.of(
                  clock.now().epochSeconds(),
                  Step.UNCHANGED,
                  SOURCE,
                  "it is at " + line.command().newValue() + " already"));
      case Line.Move _, Line.Await _ -> {}
    }
  }

  private DiaryEntry refused(Refusal why) {
    return DiaryEntry.refused(clock.now().epochSeconds(), SOURCE, why);
  }

  private void note(PushRequest request, String ref, DiaryEntry entry) {
    subject(request.space(), ref).ifPresent(subject -> diary.note(subject, entry));
  }

  /**
   * Leaves out names that no ref can have. Below {@code /prs/} the subject is the event: a
   * repository of that name has other refs.
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
