package dev.graspd.server.site.serve;

import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.Refs;
import dev.graspd.core.repo.SignedRefs;
import dev.graspd.server.git.browse.CommitFacts;
import dev.graspd.server.git.browse.Directory;
import dev.graspd.server.git.browse.Outcome;
import dev.graspd.server.git.browse.QuestionBudget;
import dev.graspd.server.git.browse.Revision;
import dev.graspd.server.git.browse.history.CommonHistory;
import dev.graspd.server.git.browse.history.TagChain;
import dev.graspd.server.site.page.RefsPage;
import dev.graspd.server.site.page.SiteFrame.Tab;
import dev.graspd.server.site.page.TagPage;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Pages of branches and tags. For one thread. */
record RefViews(PageContext context) {
  /** Entries that the page of a tag of a directory names. */
  private static final int TREE_ENTRIES = 100;

  SiteAnswer branches(SignedRefs signed) throws IOException {
    Refs refs = context.code().refs();
    QuestionBudget budget = context.budgets().refs();
    Optional<Oid> head = refs.head().flatMap(ref -> Optional.ofNullable(refs.values().get(ref)));
    SortedMap<RefName, RefsPage.Branch> known = new TreeMap<>();
    for (RefName ref : first(RefsPage.branches(refs))) {
      if (budget.step() && read(refs, ref) instanceof Outcome.Found<TagChain>(var chain)) {
        boolean isCommit = chain.target().kind() == Revision.Kind.COMMIT;
        if (isCommit) {
          known.put(ref, branch(chain.target().oid(), head, budget));
        }
      }
    }
    return context.page(
        Revisions.HEAD,
        Tab.BRANCHES,
        "Branches",
        false,
        RefsPage.branches(context.links(), refs, signed, known));
  }

  private RefsPage.Branch branch(Oid tip, Optional<Oid> head, QuestionBudget budget)
      throws IOException {
    Optional<RefsPage.Difference> difference = Optional.empty();
    if (head.isPresent()
        && CommonHistory.of(context.code(), head.get(), tip, budget)
            instanceof Outcome.Found<CommonHistory>(var common)) {
      difference = Optional.of(new RefsPage.Difference(common.ahead().size(), common.behind()));
    }
    return new RefsPage.Branch(context.code().commit(tip), difference);
  }

  SiteAnswer tags(SignedRefs signed) throws IOException {
    Refs refs = context.code().refs();
    QuestionBudget budget = context.budgets().refs();
    SortedMap<RefName, RefsPage.Tagged> known = new TreeMap<>();
    for (RefName ref : first(RefsPage.tags(refs))) {
      if (budget.step() && read(refs, ref) instanceof Outcome.Found<TagChain>(var chain)) {
        known.put(ref, new RefsPage.Tagged(chain, commit(chain)));
      }
    }
    return context.page(
        Revisions.HEAD,
        Tab.TAGS,
        "Tags",
        false,
        RefsPage.tags(context.links(), refs, signed, known));
  }

  /** A lightweight tag says nothing itself: its commit does. */
  private Optional<CommitFacts> commit(TagChain chain) throws IOException {
    return chain.tags().isEmpty() && chain.target().kind() == Revision.Kind.COMMIT
        ? Optional.of(context.cache().commit(context.code(), chain.target().oid()))
        : Optional.empty();
  }

  private static List<RefName> first(List<RefName> refs) {
    return refs.subList(0, Math.min(refs.size(), RefsPage.ROWS_MAX));
  }

  private Outcome<TagChain> read(Refs refs, RefName ref) throws IOException {
    Oid value = refs.values().get(ref);
    return value == null ? new Outcome.Absent<>() : TagChain.of(context.code(), value);
  }

  SiteAnswer tag(String name) throws IOException {
    Refs refs = context.code().refs();
    Optional<RefName> ref = RefName.parse("refs/tags/" + name);
    Outcome<TagChain> read = ref.isEmpty() ? new Outcome.Absent<>() : read(refs, ref.get());
    if (!(read instanceof Outcome.Found<TagChain>(var chain))) {
      return PageContext.without(read);
    }
    String revision = RefsPage.revision(refs, ref.orElseThrow());
    boolean isCommit = chain.target().kind() == Revision.Kind.COMMIT;
    return context.page(
        isCommit ? revision : Revisions.HEAD,
        Tab.TAGS,
        "Tag " + name,
        false,
        TagPage.of(
            context.links(), new TagPage.Facts(name, revision, chain, target(chain.target()))));
  }

  private Optional<TagPage.Target> target(Revision.Target target) throws IOException {
    return switch (target.kind()) {
      case COMMIT -> Optional.of(new TagPage.Target.OfCommit(context.code().commit(target.oid())));
      case TREE ->
          context
                      .code()
                      .directory(
                          target.oid(), Optional.empty(), TREE_ENTRIES, context.budgets().tree())
                  instanceof Outcome.Found<Directory>(var directory)
              ? Optional.of(new TagPage.Target.OfTree(directory))
              : Optional.empty();
      case BLOB ->
          Optional.of(new TagPage.Target.OfBlob(context.code().blob(target.oid(), 0).size()));
    };
  }
}
