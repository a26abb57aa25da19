package dev.graspd.core.upkeep;

import java.util.Comparator;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/** Decides how to repack a family. */
public final class Decision {
  private Decision() {}

  public static Task of(List<PackFact> packs, UpkeepRules rules, long nowSeconds) {
    long quietSeconds =
        nowSeconds - packs.stream().mapToLong(PackFact::landedSeconds).max().orElse(nowSeconds);
    if (quietSeconds < rules.quiet().toSeconds() && packs.size() < rules.packsMax()) {
      return new Task.Nothing();
    }
    if (packs.size() >= rules.packsMin()) {
      return joining(packs, rules);
    }
    boolean isLeftAlone = packs.size() > 1 && quietSeconds >= rules.grace().toSeconds();
    boolean lacksBitmap =
        isLarge(packs, rules)
            && packs.stream().noneMatch(PackFact::hasBitmap)
            && quietSeconds >= rules.bitmapQuiet().toSeconds();
    return (isLeftAlone || lacksBitmap) && fits(packs, rules)
        ? whole(packs, rules)
        : new Task.Nothing();
  }

  private static Task joining(List<PackFact> packs, UpkeepRules rules) {
    boolean isSmall = bytes(packs) <= rules.smallBytes();
    List<PackFact> joined = isSmall ? packs : outOfProportion(packs, rules);
    if (joined.size() == packs.size() && fits(packs, rules)) {
      return whole(packs, rules);
    }
    return joined.size() > 1 && joined.size() < packs.size() && fits(joined, rules)
        ? new Task.Join(names(joined))
        : new Task.Nothing();
  }

  /**
   * Returns the smallest packs, up to the last that is too small compared with the smaller ones.
   */
  private static List<PackFact> outOfProportion(List<PackFact> packs, UpkeepRules rules) {
    List<PackFact> ascending =
        packs.stream()
            .sorted(Comparator.comparingLong(PackFact::bytes).thenComparing(PackFact::name))
            .toList();
    int end = 0;
    long smaller = 0;
    for (int i = 0; i < ascending.size(); i++) {
      long bytes = ascending.get(i).bytes();
      if (i > 0 && bytes < rules.growth() * smaller) {
        end = i + 1;
      }
      smaller += bytes;
    }
    return ascending.subList(0, end);
  }

  private static Task whole(List<PackFact> packs, UpkeepRules rules) {
    return new Task.Whole(isLarge(packs, rules));
  }

  private static boolean isLarge(List<PackFact> packs, UpkeepRules rules) {
    return objects(packs) >= rules.bitmapObjectsMin();
  }

  private static boolean fits(List<PackFact> packs, UpkeepRules rules) {
    return objects(packs) <= rules.objectsMax();
  }

  private static long objects(List<PackFact> packs) {
    return packs.stream().mapToLong(PackFact::objects).sum();
  }

  private static long bytes(List<PackFact> packs) {
    return packs.stream().mapToLong(PackFact::bytes).sum();
  }

  private static SortedSet<String> names(List<PackFact> packs) {
    SortedSet<String> names = new TreeSet<>();
    packs.forEach(pack -> names.add(pack.name()));
    return names;
  }
}
