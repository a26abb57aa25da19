package dev.graspd.core.policy;

import static dev.graspd.core.policy.Example.SERVICE;
import static dev.graspd.core.policy.Example.announced;
import static dev.graspd.core.policy.Example.announcement;
import static dev.graspd.core.policy.Example.empty;
import static dev.graspd.core.policy.Example.event;
import static dev.graspd.core.policy.Example.key;
import static dev.graspd.core.repo.Standing.SERVED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.nostr.ServiceAddress;
import dev.graspd.core.nostr.Tag;
import dev.graspd.core.repo.Announcement;
import dev.graspd.core.repo.Family;
import dev.graspd.core.repo.RepositoryPattern;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Effects of changed lists on repositories, and how lists are stored. */
class UnwelcomeTest {
  private static List<RepositoryPattern> patterns(String letters) {
    return letters
        .chars()
        .mapToObj(letter -> Bech32.npub(key("" + (char) letter)))
        .map(npub -> RepositoryPattern.parse(npub).orElseThrow())
        .toList();
  }

  private static SortedSet<PublicKey> keys(String letters) {
    SortedSet<PublicKey> keys = new TreeSet<>();
    letters.chars().forEach(letter -> keys.add(key("" + (char) letter)));
    return keys;
  }

  private static ArchivePolicy archive(String letters) {
    return new ArchivePolicy(false, patterns(letters), List.of(), true);
  }

  private static HostingRules rules(String white, String black, String archived) {
    return new HostingRules(
        SERVICE, key("f"), patterns(white), patterns(black), archive(archived), 5, 64);
  }

  private static Announcement alices(boolean here) {
    return Announcement.of(
            here
                ? announcement("a", 1, "")
                : event(30617, "a", 1, Tag.of("d", "repo"), Tag.of("relays", "wss://x.example")))
        .orElseThrow();
  }

  @ParameterizedTest
  @CsvSource({
    // lists us; listed by another; white, black, banned, archived now, archived before
    "true,  false, '', '', '', '', '', ''",
    "true,  false, a,  '', '', '', '', ''",
    "true,  false, b,  '', '', '', '', NOT_WHITE_LISTED",
    "true,  false, b,  '', '', a,  '', ''",
    "true,  true,  b,  '', '', '', '', ''",
    "true,  false, '', a,  '', '', '', BLACK_LISTED",
    "true,  true,  a,  a,  '', a,  a,  BLACK_LISTED",
    "true,  true,  a,  '', a,  a,  a,  OWNER_BANNED",
    "true,  false, '', b,  b,  '', '', ''",
    "false, false, '', '', '', a,  a,  ''",
    "false, false, '', '', '', a,  '', ''",
    "false, false, '', '', '', b,  a,  NOT_ARCHIVED",
    "false, true,  '', '', '', '', a,  ''",
    "false, false, '', '', '', '', '', ''",
    "false, false, b,  '', '', '', b,  ''",
    "false, true,  '', a,  '', '', '', BLACK_LISTED",
    "false, true,  '', '', a,  '', '', OWNER_BANNED",
  })
  void listsSayWhatHasNoPlaceAnyMore(
      boolean here,
      boolean listed,
      String white,
      String black,
      String banned,
      String archived,
      String before,
      String expected) {
    Family family = empty().with(announced(announcement("c", 1, listed ? "a" : ""), SERVED));
    assertThat(
            Unwelcome.of(
                    alices(here),
                    family,
                    rules(white, black, archived),
                    keys(banned),
                    archive(before))
                .map(Unwelcome::name)
                .orElse(""))
        .isEqualTo(expected);
  }

  // ---- the stored text

  @Test
  void listsAreTheSameInWhateverOrder() {
    assertThat(ListsText.of(rules("ab", "cd", "ef"), keys("a")))
        .isEqualTo(ListsText.of(rules("ba", "dcc", "fe"), keys("a")));
  }

  @Test
  void everyListCounts() {
    List<String> texts =
        List.of(
            ListsText.of(rules("", "", ""), keys("")),
            ListsText.of(rules("a", "", ""), keys("")),
            ListsText.of(rules("", "a", ""), keys("")),
            ListsText.of(rules("", "", "a"), keys("")),
            ListsText.of(rules("", "", ""), keys("a")));
    assertThat(texts).doesNotHaveDuplicates();
  }

  @Test
  void whatWasArchivedIsReadBack() {
    ArchivePolicy policy =
        new ArchivePolicy(
            false,
            Arrays.asList(
                RepositoryPattern.parse("a name").orElseThrow(),
                RepositoryPattern.parse(Bech32.npub(key("a")) + "/x").orElseThrow()),
            List.of(ServiceAddress.of("a.example", "/"), ServiceAddress.of("[::1]:8080", "/base")),
            true);
    HostingRules rules = new HostingRules(SERVICE, key("f"), List.of(), List.of(), policy, 5, 64);
    ArchivePolicy read = ListsText.archiveOf(ListsText.of(rules, keys("b")));
    assertThat(read.all()).isFalse();
    assertThat(read.repositories()).containsExactlyInAnyOrderElementsOf(policy.repositories());
    assertThat(read.services()).containsExactlyInAnyOrderElementsOf(policy.services());

    ArchivePolicy all = new ArchivePolicy(true, List.of(), List.of(), false);
    HostingRules everything = new HostingRules(SERVICE, key("f"), List.of(), List.of(), all, 5, 64);
    assertThat(ListsText.archiveOf(ListsText.of(everything, keys(""))).all()).isTrue();
    assertThat(ListsText.archiveOf("").isActive()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"a name", "x.y", "npub1"})
  void patternIsReadAsItIsWritten(String text) {
    assertThat(RepositoryPattern.parse(text).map(RepositoryPattern::toString))
        .isEqualTo(Optional.of(text).filter(name -> !name.startsWith("npub1")));
  }
}
