package dev.graspd.server.family.view;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.graspd.core.repo.Identifier;
import dev.graspd.server.charge.ByteBudget;
import dev.graspd.server.charge.Payer;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A cache of views, weighed by their heap. One half of the budget is for families of at most an
 * eighth of it, the other half for larger ones, so that one large family does not displace the
 * small ones. A family larger than a half is read each time. Thread-safe, and never waits.
 */
final class KeptFamilies {
  /** A view that takes more than this part of the budget is a large one. */
  static final int LARGE_SHARE = 8;

  private final ByteBudget budget;
  private final Cache<Identifier, FamilyView> small;
  private final Cache<Identifier, FamilyView> large;

  KeptFamilies(ByteBudget budget) {
    this.budget = budget;
    this.small = cache(budget.maxBytes() / 2);
    this.large = cache(budget.maxBytes() / 2);
  }

  private Cache<Identifier, FamilyView> cache(long maxBytes) {
    return Caffeine.newBuilder()
        .maximumWeight(maxBytes)
        .<Identifier, FamilyView>weigher(
            (_, view) -> (int) Math.min(Integer.MAX_VALUE, Math.max(1, view.bytes())))
        .executor(Runnable::run)
        .<Identifier, FamilyView>removalListener((_, view, _) -> left(view))
        .build();
  }

  private void left(@Nullable FamilyView view) {
    if (view != null) {
      view.giveBack();
    }
  }

  /** Returns the view of a family, current or not. */
  Optional<FamilyView> find(Identifier identifier) {
    FamilyView view = small.getIfPresent(identifier);
    return Optional.ofNullable(view == null ? large.getIfPresent(identifier) : view);
  }

  /** Keeps a view in place of an older one, if there is room. */
  void put(FamilyView view) {
    boolean isLarge = view.bytes() > budget.maxBytes() / LARGE_SHARE;
    (isLarge ? small : large).invalidate(view.identifier());
    view.charge(budget.force(Payer.operator(), view.bytes()));
    (isLarge ? large : small).put(view.identifier(), view);
  }
}
