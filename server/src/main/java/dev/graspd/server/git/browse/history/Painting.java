package dev.graspd.server.git.browse.history;

import dev.graspd.core.repo.Oid;
import dev.graspd.server.git.JgitIds;
import dev.graspd.server.git.browse.QuestionBudget;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import org.eclipse.jgit.revwalk.RevCommit;
import org.eclipse.jgit.revwalk.RevWalk;

/**
 * Paints the ancestors of two commits in two colours, newest first, as git's merge-base does: where
 * both colours meet is a base, and what follows is common. JGit's own walk has no bound. For one
 * thread.
 */
final class Painting {
  static final int FIRST = 1;
  static final int SECOND = 2;
  private static final int BOTH = FIRST | SECOND;

  /** An ancestor of a base: common, but not the newest. */
  private static final int OLD = 4;

  /** Steps beyond the last base: clocks of committers differ. */
  private static final int EXTRA_STEPS = 16;

  private static final Comparator<RevCommit> NEWEST_FIRST =
      Comparator.comparingInt(RevCommit::getCommitTime).reversed().thenComparing(commit -> commit);

  /** A commit and its colours. */
  private static final class Node {
    private final RevCommit commit;
    private int paint;
    private boolean isQueued;
    private boolean isBase;

    Node(RevCommit commit) {
      this.commit = commit;
    }

    private boolean isOld() {
      return (paint & OLD) != 0;
    }
  }

  private final RevWalk walk;
  private final Map<RevCommit, Node> nodes = new HashMap<>();
  private final PriorityQueue<Node> queue =
      new PriorityQueue<>(Comparator.comparing(node -> node.commit, NEWEST_FIRST));

  /** How many queued commits are not known to be old. */
  private int undecided;

  Painting(RevWalk walk) {
    this.walk = walk;
  }

  void start(RevCommit commit, int colour) {
    add(commit, colour);
  }

  /** Paints until nothing can change any more; returns false if the budget ended first. */
  boolean paint(QuestionBudget budget) throws IOException {
    int extra = EXTRA_STEPS;
    while (!queue.isEmpty() && (undecided > 0 || extra > 0)) {
      if (!budget.step()) {
        return false;
      }
      extra = undecided > 0 ? EXTRA_STEPS : extra - 1;
      visit(queue.remove());
    }
    return true;
  }

  private void visit(Node node) throws IOException {
    node.isQueued = false;
    undecided -= node.isOld() ? 0 : 1;
    int paint = node.paint;
    if (paint == BOTH) {
      node.isBase = true;
      paint |= OLD;
    }
    for (RevCommit parent : node.commit.getParents()) {
      walk.parseHeaders(parent);
      add(parent, paint);
    }
  }

  private void add(RevCommit commit, int paint) {
    Node node = nodes.computeIfAbsent(commit, Node::new);
    if ((node.paint & paint) == paint) {
      return;
    }
    boolean wasUndecided = node.isQueued && !node.isOld();
    node.paint |= paint;
    if (!node.isQueued) {
      node.isQueued = true;
      queue.add(node);
    }
    undecided += (node.isOld() ? 0 : 1) - (wasUndecided ? 1 : 0);
  }

  List<Oid> bases() {
    return nodes.values().stream()
        .filter(node -> node.isBase && !node.isOld())
        .map(node -> node.commit)
        .sorted(NEWEST_FIRST)
        .map(Painting::oid)
        .toList();
  }

  /** Returns the commits that have one colour alone. */
  Set<RevCommit> only(int colour) {
    Set<RevCommit> only = new HashSet<>();
    for (Node node : nodes.values()) {
      if (node.paint == colour) {
        only.add(node.commit);
      }
    }
    return only;
  }

  /** Puts commits in order: newest first, and none before its children. */
  List<Oid> inOrder(Set<RevCommit> commits) {
    Map<RevCommit, Integer> children = new HashMap<>();
    commits.forEach(commit -> {
      for (RevCommit parent : commit.getParents()) {
        children.merge(parent, 1, Integer::sum);
      }
    });
    PriorityQueue<RevCommit> ready = new PriorityQueue<>(NEWEST_FIRST);
    commits.stream().filter(commit -> !children.containsKey(commit)).forEach(ready::add);
    List<Oid> ordered = new ArrayList<>();
    while (!ready.isEmpty()) {
      RevCommit commit = ready.remove();
      ordered.add(oid(commit));
      for (RevCommit parent : commit.getParents()) {
        boolean isReady = children.merge(parent, -1, Integer::sum) == 0;
        if (isReady && commits.contains(parent)) {
          ready.add(parent);
        }
      }
    }
    return ordered;
  }

  private static Oid oid(RevCommit commit) {
    return JgitIds.oid(commit);
  }
}
