package dev.graspd.server.git.browse;

import org.eclipse.jgit.lib.AnyObjectId;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.revwalk.RevCommit;
import org.eclipse.jgit.revwalk.RevWalk;

/**
 * A walk that ends when its budget does, also in the middle of a step: JGit finds merge bases, and
 * commits that another one does not reach, before it returns the first of them.
 */
final class BoundedWalk extends RevWalk {
  private final QuestionBudget budget;

  BoundedWalk(ObjectReader reader, QuestionBudget budget) {
    super(reader);
    this.budget = budget;
    setRetainBody(false);
  }

  /** The budget was too small. */
  static final class SpentException extends RuntimeException {
    private static final long serialVersionUID = 1;

    SpentException() {
      super("the budget of a walk is spent", null, false, false);
    }
  }

  @Override
  public RevCommit lookupCommit(AnyObjectId id) {
    spend();
    return super.lookupCommit(id);
  }

  @Override
  protected RevCommit lookupCommit(AnyObjectId id, int graphPosition) {
    spend();
    return super.lookupCommit(id, graphPosition);
  }

  private void spend() {
    // The constructor of the superclass looks up nothing.
    if (!budget.step()) {
      throw new SpentException();
    }
  }
}
