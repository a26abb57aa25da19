package dev.graspd.server.site.talk.serve;

import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.server.git.browse.CodeReader;
import dev.graspd.server.git.objects.ObjectStores;
import dev.graspd.server.hosting.HostedRepository;
import dev.graspd.server.hosting.Repositories;
import dev.graspd.server.site.serve.PageBudgets;
import dev.graspd.server.talk.MergedTips;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.LongSupplier;

/**
 * Looks which pull requests the default branch has, for lists (W-41): again when it has moved, and
 * for new tips only as long as it has not. Thread-safe.
 */
public record DefaultBranch(Repositories repositories, ObjectStores stores, LongSupplier nanoTime)
    implements MergedTips {
  @Override
  public Found among(RepoAddress repository, SortedSet<Oid> tips, Found before) {
    Optional<HostedRepository> hosted = repositories.find(repository);
    Optional<Oid> branch = hosted.flatMap(DefaultBranch::tip);
    boolean isSame = branch.equals(before.branch());
    if (isSame && tips.equals(before.asked())) {
      return before;
    }
    if (hosted.isEmpty() || branch.isEmpty()) {
      return new Found(branch, tips, new TreeSet<>(), true);
    }
    SortedSet<Oid> wanted = new TreeSet<>(tips);
    SortedSet<Oid> merged = new TreeSet<>();
    boolean isWhole = true;
    if (isSame) {
      wanted.removeAll(before.asked());
      merged.addAll(before.merged());
      merged.retainAll(tips);
      isWhole = before.isWhole();
    }
    Optional<CodeReader.Reached> reached = reached(hosted.get(), branch.get(), wanted);
    if (reached.isEmpty()) {
      // Its git data is lost and being sought: the next look may find more.
      return new Found(Optional.empty(), tips, new TreeSet<>(), false);
    }
    merged.addAll(reached.get().commits());
    return new Found(branch, tips, merged, isWhole && reached.get().isWhole());
  }

  private static Optional<Oid> tip(HostedRepository repository) {
    return repository
        .refs()
        .head()
        .flatMap(ref -> Optional.ofNullable(repository.refs().values().get(ref)));
  }

  /** Walks the branch once for all of them; empty if git data is lost. */
  private Optional<CodeReader.Reached> reached(
      HostedRepository repository, Oid branch, SortedSet<Oid> tips) {
    if (tips.isEmpty()) {
      return Optional.of(new CodeReader.Reached(new TreeSet<>(), true));
    }
    try (CodeReader code = CodeReader.open(stores, repository)) {
      return Optional.of(code.reached(branch, tips, new PageBudgets(nanoTime).reach()));
    } catch (IOException e) {
      if (CodeReader.isOfLostData(e)) {
        return Optional.empty();
      }
      throw new UncheckedIOException(e);
    }
  }
}
