package dev.graspd.server.store.lmdb.query;

import dev.graspd.core.nostr.Address;
import dev.graspd.core.nostr.Filter;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.server.store.lmdb.table.Keys;
import dev.graspd.server.store.lmdb.table.Keys.AddressRole;
import dev.graspd.server.store.lmdb.table.Table;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.SortedSet;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** All the ways to answer a filter by walking an index. */
final class Plans {
  /** Parts of an index walked at once for one filter; more combinations are not tried. */
  static final int PREFIXES_MAX = 2_048;

  /** So few that other indexes need not be tried. */
  private static final int PREFIXES_FEW = 16;

  private final Filter filter;
  private final List<Plan.Scan> plans = new ArrayList<>();

  private Plans(Filter filter) {
    this.filter = filter;
  }

  /** Returns the plans that may be the best; never empty. */
  static List<Plan.Scan> of(Filter filter) {
    Plans plans = new Plans(filter);
    plans.addAll();
    return plans.worthwhile();
  }

  private void addAll() {
    Residual all = Residual.all(filter);
    SortedSet<PublicKey> authors = filter.authors();
    SortedSet<Integer> kinds = filter.kinds();
    if (authors != null && kinds != null) {
      addAddress(all, authors, kinds);
      addAuthorKind(all, authors, kinds);
    }
    if (authors != null) {
      add(Table.AUTHOR, authors, Keys::putBytes32, all.withoutAuthors());
    }
    if (kinds != null) {
      add(Table.KIND, kinds, Keys::putKind, all.withoutKinds());
    }
    filter.tags().forEach((letter, values) -> addTag(all, letter, values));
    plans.add(new Plan.Scan(Table.TIME, List.of(new byte[0]), all));
  }

  private <T> void add(
      Table index, Collection<T> values, BiConsumer<ByteBuffer, T> writer, Residual residual) {
    List<byte[]> prefixes = new ArrayList<>(values.size());
    values.forEach(value -> prefixes.add(prefix(out -> writer.accept(out, value))));
    plans.add(new Plan.Scan(index, prefixes, residual));
  }

  private void addTag(Residual all, char letter, SortedSet<String> values) {
    add(
        Table.TAG,
        values,
        (out, value) -> Keys.putTag(out, letter, value),
        all.withoutTag(filter, letter, values));
  }

  private void addAuthorKind(Residual all, SortedSet<PublicKey> authors, SortedSet<Integer> kinds) {
    if ((long) authors.size() * kinds.size() > PREFIXES_MAX) {
      return;
    }
    List<byte[]> prefixes = new ArrayList<>();
    for (PublicKey author : authors) {
      for (int kind : kinds) {
        prefixes.add(prefix(out -> Keys.putKind(Keys.putBytes32(out, author), kind)));
      }
    }
    plans.add(new Plan.Scan(Table.AUTHOR_KIND, prefixes, all.withoutAuthors().withoutKinds()));
  }

  private void addAddress(Residual all, SortedSet<PublicKey> authors, SortedSet<Integer> kinds) {
    @Nullable SortedSet<String> identifiers = filter.tags().get('d');
    if (identifiers == null
        || 2L * authors.size() * kinds.size() * identifiers.size() > PREFIXES_MAX
        || !kinds.stream().allMatch(Kinds::hasAddress)) {
      return;
    }
    List<byte[]> prefixes = new ArrayList<>();
    for (PublicKey author : authors) {
      for (int kind : kinds) {
        for (String identifier : identifiers) {
          Address address = new Address(kind, author, identifier);
          prefixes.add(prefix(out -> Keys.putAddress(out, address, AddressRole.SERVED_VERSION)));
          prefixes.add(prefix(out -> Keys.putAddress(out, address, AddressRole.OTHER_IDENTIFIER)));
        }
      }
    }
    // An event without a d tag still has the empty identifier, but does not match.
    Residual left = all.withoutAuthors().withoutKinds();
    Residual residual = identifiers.contains("") ? left : left.withoutTag(filter, 'd', identifiers);
    plans.add(new Plan.Scan(Table.ADDRESS, prefixes, residual));
  }

  /** Leaves out what cannot win: an index that holds another one's rows and more. */
  private List<Plan.Scan> worthwhile() {
    for (Plan.Scan plan : plans) {
      if (plan.covers() && plan.prefixes().size() <= PREFIXES_FEW) {
        return List.of(plan);
      }
    }
    boolean pairs = hasFew(Table.AUTHOR_KIND);
    boolean any = plans.stream().anyMatch(plan -> plan.index() != Table.TIME && isFew(plan));
    return plans.stream()
        .filter(plan -> !pairs || (plan.index() != Table.AUTHOR && plan.index() != Table.KIND))
        .filter(plan -> !any || plan.index() != Table.TIME)
        .toList();
  }

  private boolean hasFew(Table index) {
    return plans.stream().anyMatch(plan -> plan.index() == index && isFew(plan));
  }

  private static boolean isFew(Plan.Scan plan) {
    return plan.prefixes().size() <= PREFIXES_FEW;
  }

  private interface PrefixWriter {
    void write(ByteBuffer out);
  }

  private static byte[] prefix(PrefixWriter writer) {
    ByteBuffer out = ByteBuffer.allocate(Keys.KEY_BYTES_MAX);
    writer.write(out);
    return Arrays.copyOf(out.array(), out.position());
  }
}
