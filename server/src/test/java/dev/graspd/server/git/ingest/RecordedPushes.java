package dev.graspd.server.git.ingest;

import dev.graspd.core.nostr.refusal.PushReason;
import dev.graspd.core.policy.push.PushCommand;
import dev.graspd.core.policy.push.PushDecision.Line;
import dev.graspd.core.policy.room.Allowance;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.server.family.PushVerdict;
import dev.graspd.server.family.objects.PackBase;
import dev.graspd.server.family.objects.PackDelivery;
import dev.graspd.server.family.push.PushRequest;
import dev.graspd.server.family.push.Pushes;
import java.io.IOException;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;

/** A gate without rules: the test decides; it records requests and keeps the refs. */
final class RecordedPushes implements Pushes {
  final SortedMap<RefName, Oid> refs = new ConcurrentSkipListMap<>();
  final List<PushRequest> performed = new CopyOnWriteArrayList<>();
  Predicate<PushCommand> allowed = _ -> true;
  Runnable beforePerforming = () -> {};
  Allowance room = Allowance.UNLIMITED;

  @Override
  public Allowance room(RepoAddress repository) {
    return room;
  }

  @Override
  public PackBase packBase(Identifier family) {
    return PackBase.served(new TreeSet<>(refs.values()));
  }

  @Override
  public PushVerdict judge(PushRequest request) {
    return new PushVerdict(request.commands().stream().map(this::line).toList(), List.of(), room);
  }

  private Line line(PushCommand command) {
    return RefName.parse(command.ref()).filter(_ -> allowed.test(command)).isPresent()
        ? new Line.Move(command, new RefName(command.ref()))
        : new Line.Refuse(command, PushReason.PUSH_UNSIGNED.refusal("for the test"));
  }

  @Override
  public CompletionStage<PushVerdict> perform(PushRequest request, PackDelivery delivery) {
    beforePerforming.run();
    try (delivery) {
      List<Line> lines = request.commands().stream().map(this::line).toList();
      for (Line line : lines) {
        if (line instanceof Line.Move move
            && !move.command().isDeletion()
            && delivery.objects().kindOf(move.command().newValue()).isEmpty()) {
          throw new AssertionError(move + " has no object");
        }
      }
      delivery.store();
      delivery.keep();
      lines.forEach(this::move);
      performed.add(request);
      return CompletableFuture.completedStage(new PushVerdict(lines, List.of("a remark")));
    } catch (IOException e) {
      return CompletableFuture.failedStage(e);
    }
  }

  private void move(Line line) {
    if (line instanceof Line.Move(var command, var ref)) {
      if (command.isDeletion()) {
        refs.remove(ref);
      } else {
        refs.put(ref, command.newValue());
      }
    }
  }
}
