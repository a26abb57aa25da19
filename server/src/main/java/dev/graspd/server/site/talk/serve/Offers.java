package dev.graspd.server.site.talk.serve;

import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.talk.event.TalkEvent.Offer;
import dev.graspd.core.talk.thread.PullRevision;
import dev.graspd.core.talk.thread.TalkThread;
import dev.graspd.core.tree.TreePath;
import dev.graspd.server.git.browse.Belonging;
import dev.graspd.server.git.browse.CodeReader;
import dev.graspd.server.git.browse.Outcome;
import dev.graspd.server.git.browse.RevisionName;
import dev.graspd.server.git.browse.history.CommonHistory;
import dev.graspd.server.site.serve.PageBudgets;
import dev.graspd.server.site.serve.Revisions;
import dev.graspd.server.site.talk.OfferFacts;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Finds the commits that a pull request offers. For one thread. */
record Offers(CodeReader code, PageBudgets budgets) {
  private static final String HEADS = "refs/heads/";

  /** The branch that commits are for. */
  private record Target(String name, Oid tip) {}

  /** Finds what the newest revision offers. */
  OfferFacts of(TalkThread thread) throws IOException {
    Optional<Offer> offer = thread.revisions().current().map(PullRevision::offer);
    Optional<Oid> named = offer.flatMap(one -> one.request().commit());
    if (named.isEmpty()) {
      return missing(thread, named);
    }
    Outcome<Oid> tip = belongs(named.get());
    Optional<Target> target = target(thread);
    if (tip instanceof Outcome.TooMuch) {
      return new OfferFacts.TooMuch();
    }
    if (!(tip instanceof Outcome.Found<Oid>(var commit)) || target.isEmpty()) {
      return missing(thread, named);
    }
    Outcome<Belonging> belonging = code.belonging(commit, budgets.reach());
    Outcome<CommonHistory> common =
        CommonHistory.of(code, target.get().tip(), commit, budgets.reach());
    return belonging instanceof Outcome.Found<Belonging>(var how)
            && common instanceof Outcome.Found<CommonHistory>(var history)
        ? here(commit, how, target.get(), offer.flatMap(Offer::mergeBase), history)
        : new OfferFacts.TooMuch();
  }

  private OfferFacts here(
      Oid tip, Belonging how, Target target, Optional<Oid> claimed, CommonHistory history)
      throws IOException {
    boolean isMerged = history.ahead().isEmpty();
    Optional<Oid> base = isMerged ? before(tip, claimed) : history.bases().stream().findFirst();
    return new OfferFacts.Here(tip, how, target.name(), base, claimed, history.ahead(), isMerged);
  }

  /** The merge base of what is merged is its tip: what the event says is all there is. */
  private Optional<Oid> before(Oid tip, Optional<Oid> claimed) throws IOException {
    if (claimed.isPresent()
        && !claimed.get().equals(tip)
        && belongs(claimed.get()) instanceof Outcome.Found<Oid>
        && code.mergeBase(claimed.get(), tip, budgets.reach())
            instanceof Outcome.Found<Optional<Oid>>(var common)
        && common.equals(claimed)) {
      return claimed;
    }
    return code.commit(tip).parents().stream().findFirst();
  }

  private static OfferFacts missing(TalkThread thread, Optional<Oid> tip) {
    List<String> urls =
        thread
            .revisions()
            .current()
            .map(one -> one.offer().request().cloneUrls())
            .orElse(List.of());
    return new OfferFacts.Missing(tip, urls);
  }

  /** Finds a commit if it belongs to the repository, or a pull request offers it (W-5). */
  Outcome<Oid> belongs(Oid commit) throws IOException {
    return code.revision(new RevisionName.OfCommit(commit.hex(), TreePath.ROOT), budgets.reach())
        .then(found ->
            found.commit().<Outcome<Oid>>map(Outcome.Found::new).orElseGet(Outcome.Absent::new));
  }

  private Optional<Target> target(TalkThread thread) throws IOException {
    Optional<RefName> named = thread.revisions().target().filter(code.refs().values()::containsKey);
    if (named.isPresent()) {
      Optional<Oid> tip = tip(named.get().text());
      if (tip.isPresent()) {
        return Optional.of(new Target(named.get().text().substring(HEADS.length()), tip.get()));
      }
    }
    String head =
        code.refs().head().map(ref -> ref.text().replace(HEADS, "")).orElse(Revisions.HEAD);
    return tip(Revisions.HEAD).map(tip -> new Target(head, tip));
  }

  private Optional<Oid> tip(String revision) throws IOException {
    return new Revisions(code, budgets).find(revision)
            instanceof Outcome.Found<Revisions.Found>(var found)
        ? found.target().commit()
        : Optional.empty();
  }

  /** Returns whether the default branch has the tip of a pull request. */
  boolean isMerged(TalkThread thread) throws IOException {
    Optional<Oid> named =
        thread.revisions().current().flatMap(one -> one.offer().request().commit());
    Optional<Oid> head = tip(Revisions.HEAD);
    return named.isPresent()
        && head.isPresent()
        && belongs(named.get()) instanceof Outcome.Found<Oid>(var tip)
        && code.mergeBase(head.get(), tip, budgets.reach())
            instanceof Outcome.Found<Optional<Oid>>(var base)
        && base.filter(tip::equals).isPresent();
  }
}
