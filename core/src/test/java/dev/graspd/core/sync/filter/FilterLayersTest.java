package dev.graspd.core.sync.filter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Filter;
import dev.graspd.core.nostr.FilterJson;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.RepoAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

final class FilterLayersTest {
  private static final String OWNER = "%064x".formatted(5);

  private static RepoAddress repo(String name) {
    return new RepoAddress(PublicKey.parse(OWNER), new Identifier(name));
  }

  private static SortedSet<SyncItem> items(SyncItem... items) {
    return new TreeSet<>(List.of(items));
  }

  private static List<LayeredFilter> of(SortedSet<SyncItem> items) {
    return FilterLayers.of(items, FilterLayers.FILTER_BYTES_MAX);
  }

  private static List<String> texts(List<LayeredFilter> filters) {
    return filters.stream().map(filter -> text(filter.filter())).toList();
  }

  private static String text(Filter filter) {
    return new String(FilterJson.write(filter), StandardCharsets.UTF_8);
  }

  @Test
  void announcementsAreOneFilterWithoutValues() {
    assertThat(texts(of(items(new SyncItem.Announcements()))))
        .containsExactly("{\"kinds\":[10317,30617]}");
  }

  @Test
  void repositoryIsFollowedByStatesAndThreeTags() {
    String address = "30617:" + OWNER + ":with:colon";
    assertThat(texts(of(items(new SyncItem.OfRepo(repo("with:colon"), SyncLevel.FULL)))))
        .containsExactly(
            "{\"kinds\":[30618],\"#d\":[\"with:colon\"]}",
            "{\"#a\":[\"" + address + "\"]}",
            "{\"#A\":[\"" + address + "\"]}",
            "{\"#q\":[\"" + address + "\"]}");
  }

  @Test
  void heldRepositoryIsFollowedByStatesOnly() {
    assertThat(texts(of(items(new SyncItem.OfRepo(repo("a"), SyncLevel.STATE_ONLY)))))
        .containsExactly("{\"kinds\":[30618],\"#d\":[\"a\"]}");
  }

  @Test
  void rootIsFollowedByThreeTags() {
    EventId id = EventId.ofWords(1, 2, 3, 4);
    assertThat(texts(of(items(new SyncItem.OfRoot(id)))))
        .containsExactly(
            "{\"#e\":[\"" + id.hex() + "\"]}",
            "{\"#E\":[\"" + id.hex() + "\"]}",
            "{\"#q\":[\"" + id.hex() + "\"]}");
  }

  @Test
  void siblingsShareTheFilterForTheirStates() {
    RepoAddress sibling =
        new RepoAddress(PublicKey.parse("%064x".formatted(6)), new Identifier("a"));
    List<LayeredFilter> filters =
        of(
            items(
                new SyncItem.OfRepo(repo("a"), SyncLevel.STATE_ONLY),
                new SyncItem.OfRepo(sibling, SyncLevel.STATE_ONLY)));
    assertThat(texts(filters)).containsExactly("{\"kinds\":[30618],\"#d\":[\"a\"]}");
  }

  @Test
  void groupsAndRequestsStayWithinTheirBounds() {
    SortedSet<SyncItem> many = new TreeSet<>();
    for (int i = 0; i < 3_000; i++) {
      many.add(new SyncItem.OfRoot(EventId.ofWords(i, 2, 3, 4)));
      many.add(new SyncItem.OfRepo(repo("é\"".repeat(60) + i), SyncLevel.FULL));
    }
    List<LayeredFilter> filters = of(many);
    assertThat(filters)
        .allSatisfy(filter -> {
          assertThat(filter.values()).hasSizeLessThanOrEqualTo(FilterLayers.VALUES_MAX);
          assertThat(FilterJson.write(filter.filter()).length)
              .isLessThanOrEqualTo(FilterLayers.FILTER_BYTES_MAX);
        });
    List<List<LayeredFilter>> requests =
        FilterLayers.pack(filters, Split.NONE, 10, FilterLayers.REQ_BYTES_MAX);
    assertThat(requests)
        .allSatisfy(request -> {
          assertThat(request).hasSizeLessThanOrEqualTo(FilterLayers.FILTERS_PER_REQ_MAX);
          assertThat(request.stream().mapToInt(one -> FilterJson.write(one.filter()).length).sum())
              .isLessThanOrEqualTo(FilterLayers.REQ_BYTES_MAX);
        });
    assertThat(requests.stream().flatMap(List::stream)).containsExactlyElementsOf(filters);
  }

  @Test
  void equalCoverageGivesEqualFilters() {
    SortedSet<SyncItem> one =
        items(
            new SyncItem.OfRepo(repo("b"), SyncLevel.FULL),
            new SyncItem.OfRepo(repo("a"), SyncLevel.FULL));
    SortedSet<SyncItem> other =
        items(
            new SyncItem.OfRepo(repo("a"), SyncLevel.FULL),
            new SyncItem.OfRepo(repo("b"), SyncLevel.FULL));
    assertThat(of(one)).isEqualTo(of(other));
  }
}
