package dev.graspd.server.site.talk.serve;

import dev.graspd.core.talk.thread.TalkThread;
import dev.graspd.server.git.browse.CodeReader;
import dev.graspd.server.git.objects.ObjectStores;
import dev.graspd.server.hosting.HostedRepository;
import dev.graspd.server.site.serve.PageBudgets;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.function.LongSupplier;

/** Looks whether the default branch has what a pull request offers (W-41). Thread-safe. */
public record MergeCheck(ObjectStores stores, LongSupplier nanoTime) {
  /** Returns whether it is merged; empty if a limit ended the look, or git data is missing. */
  public Optional<Boolean> isMerged(HostedRepository repository, TalkThread thread) {
    PageBudgets budgets = new PageBudgets(nanoTime);
    try (CodeReader code = CodeReader.open(stores, repository)) {
      boolean isMerged = new Offers(code, budgets).isMerged(thread);
      return budgets.isAnyUsedUp() ? Optional.empty() : Optional.of(isMerged);
    } catch (IOException e) {
      if (CodeReader.isOfLostData(e)) {
        return Optional.empty();
      }
      throw new UncheckedIOException(e);
    }
  }
}
