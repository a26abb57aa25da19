package dev.graspd.core.store.ban;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.RepositoryPattern;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What follows when the operator's lists change on a running server, as a table. */
class ListChangeTest {
  private static final PublicKey OWN = key('f');

  private static PublicKey key(char letter) {
    return PublicKey.parse(String.valueOf(letter).repeat(64));
  }

  /** Words are a key ({@code a}), a repository ({@code a/x}) or a name of repositories (/x). */
  private static BlockLists lists(String words) {
    TreeSet<PublicKey> keys = new TreeSet<>();
    List<RepositoryPattern> repositories = new ArrayList<>();
    for (String word : words(words)) {
      if (word.contains("/")) {
        String owner = word.startsWith("/") ? "" : Bech32.npub(key(word.charAt(0)));
        String pattern = owner + word.substring(word.indexOf('/'));
        repositories.add(
            RepositoryPattern.parse(owner.isEmpty() ? pattern.substring(1) : pattern)
                .orElseThrow());
      } else {
        keys.add(key(word.charAt(0)));
      }
    }
    return new BlockLists(keys, repositories);
  }

  private static List<String> words(String words) {
    return Stream.of(words.split(" ")).filter(word -> !word.isEmpty()).toList();
  }

  private static List<Ban> bans(String words, String by) {
    List<Ban> bans = new ArrayList<>();
    for (BlockLists.Entry entry : lists(words).entries()) {
      String who = by.isEmpty() ? entry.list() : by;
      bans.add(
          new Ban(bans.size(), entry.what(), Ban.Phase.IN_FORCE, "", who, 0, OptionalLong.empty()));
    }
    return bans;
  }

  @ParameterizedTest
  @CsvSource({
    // at the start, now, bans of lists, bans of people; begin, end, need a restart
    "'', a, '', '', a, '', ''",
    "'', a/x, '', '', a/x, '', ''",
    "a, a b, '', '', b, '', ''",
    // Once it is done nothing is left to do.
    "'', a, a, '', '', '', ''",
    "'', '', a a/x, '', '', a a/x, ''",
    // A person's ban stays a person's.
    "'', a, '', a, '', '', ''",
    "'', '', '', a, '', '', ''",
    // What the start knows can only be undone by another start, and its ban ends there, too.
    "a, '', '', '', '', '', NGIT_EVENT_BLACKLIST",
    "a, '', a, '', '', '', NGIT_EVENT_BLACKLIST",
    "a/x, '', '', '', '', '', NGIT_REPOSITORY_BLACKLIST",
    // A name alone can be many repositories.
    "'', /x, '', '', '', '', NGIT_REPOSITORY_BLACKLIST",
    "/x, /x, '', '', '', '', ''",
    // The server's own key can only be excluded by a start.
    "'', f, '', '', '', '', NGIT_EVENT_BLACKLIST",
    "'', f/x, '', '', '', '', NGIT_REPOSITORY_BLACKLIST",
    // A start: both are the same.
    "a, a, a b, '', '', b, ''",
  })
  void entriesBecomeBansAndEnd(
      String started,
      String now,
      String ofLists,
      String ofPeople,
      String begin,
      String end,
      String waiting) {
    List<Ban> bans = new ArrayList<>(bans(ofLists, ""));
    bans.addAll(bans(ofPeople, "uid 1000"));
    ListChange change = ListChange.of(lists(started), lists(now), bans, OWN);
    assertThat(change.begin()).isEqualTo(lists(begin).entries());
    assertThat(change.end()).isEqualTo(lists(end).entries());
    assertThat(change.waiting()).containsExactlyElementsOf(words(waiting));
  }

  @ParameterizedTest
  @CsvSource({
    "a a/x /y, a /y a/x, ''",
    "a, '', NGIT_EVENT_BLACKLIST",
    "'', /y, NGIT_REPOSITORY_BLACKLIST",
    "a, a/x, NGIT_EVENT_BLACKLIST NGIT_REPOSITORY_BLACKLIST"
  })
  void changedListsAreKnownWithoutAnyBan(String started, String now, String changed) {
    assertThat(ListChange.changed(lists(started), lists(now)))
        .containsExactlyElementsOf(words(changed));
  }

  @Test
  void liftedBanDoesNotKeepAnEntryFromBeginningAgain() {
    List<Ban> lifted = bans("a", "").stream().map(ban -> ban.in(Ban.Phase.LIFTED)).toList();
    ListChange change = ListChange.of(lists(""), lists("a"), lifted, OWN);
    assertThat(change.begin()).hasSize(1);
    assertThat(change.end()).isEmpty();
  }
}
