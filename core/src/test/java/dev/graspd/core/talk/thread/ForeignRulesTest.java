package dev.graspd.core.talk.thread;

import static dev.graspd.core.talk.TalkSample.AUTHOR;
import static dev.graspd.core.talk.TalkSample.MAINTAINER;
import static dev.graspd.core.talk.TalkSample.MODERATOR;
import static dev.graspd.core.talk.TalkSample.OWNER;
import static dev.graspd.core.talk.TalkSample.STRANGER;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.talk.ForeignClients;
import dev.graspd.core.talk.ForeignClients.Decided;
import dev.graspd.core.talk.TalkSample;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Threads whose events are written as ngit and gitworkshop write them have the state, the title,
 * the labels and the cover note that these clients show (W-136). Where they show something else, a
 * test says what and why.
 */
class ForeignRulesTest {
  private static final List<Integer> STATUSES =
      List.of(Kinds.STATUS_OPEN, Kinds.STATUS_APPLIED, Kinds.STATUS_CLOSED, Kinds.STATUS_DRAFT);

  private static Decided ours(Event root, List<Event> events) {
    List<Event> all = new ArrayList<>(events);
    all.add(root);
    Collections.shuffle(all, new Random(all.size()));
    TalkThread thread = TalkSample.thread(root, all);
    return new Decided(
        ForeignClients.kindOf(thread.status().state()),
        thread.title(),
        new TreeSet<>(thread.labels()),
        thread.cover().map(note -> note.content()));
  }

  /** Events of different moments, by keys about which all agree. */
  private static List<Event> events(Random random, Event root) {
    List<Event> events = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      boolean isIssue = root.kind() == Kinds.ISSUE;
      PublicKey by = List.of(OWNER, MAINTAINER, AUTHOR, STRANGER).get(random.nextInt(4));
      // Clients differ about an author who calls the own commits merged, or closes them.
      int status = STATUSES.get(by.equals(AUTHOR) && !isIssue ? 0 : random.nextInt(4));
      ForeignClients.Style style =
          random.nextBoolean() ? ForeignClients.NGIT : ForeignClients.GITWORKSHOP;
      long at = 200L + i;
      events.add(
          switch (random.nextInt(4)) {
            case 0 -> style.status(status, by, at, root);
            case 1 -> style.label(by, at, root, "label " + random.nextInt(5), "x");
            case 2 -> style.rename(by, at, root, "title " + i);
            default -> style.coverNote(by, at, root, "note " + i);
          });
    }
    return events;
  }

  private static List<Event> roots() {
    return List.of(
        ForeignClients.NGIT.issue("of ngit", "text"),
        ForeignClients.GITWORKSHOP.issue("of gitworkshop", "text", "bug", "help"),
        ForeignClients.NGIT.pullRequest("of commits", "text"),
        ForeignClients.NGIT.patch("add a file", "why it is needed"));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void clientsAgree(long seed) {
    for (Event root : roots()) {
      List<Event> events = events(new Random(seed), root);
      Decided ours = ours(root, events);
      assertThat(ours).isEqualTo(ForeignClients.asNgitShows(root, events));
      assertThat(ours).isEqualTo(ForeignClients.asGitworkshopShows(root, events));
    }
  }

  /**
   * Who offers commits cannot say that they were taken: gitworkshop thinks so, too. In ngit the
   * author's word counts.
   */
  @Test
  void authorOfAPullRequestCannotCallItMerged() {
    Event root = ForeignClients.NGIT.pullRequest("x", "");
    List<Event> merged =
        List.of(ForeignClients.NGIT.status(Kinds.STATUS_APPLIED, AUTHOR, 200, root));
    assertThat(ours(root, merged).status()).isEqualTo(Kinds.STATUS_OPEN);
    assertThat(ForeignClients.asGitworkshopShows(root, merged).status())
        .isEqualTo(Kinds.STATUS_OPEN);
    assertThat(ForeignClients.asNgitShows(root, merged).status()).isEqualTo(Kinds.STATUS_APPLIED);
  }

  /**
   * An author may withdraw the own pull request, as NIP-34 and ngit have it. In gitworkshop only a
   * maintainer closes it.
   */
  @Test
  void authorOfAPullRequestClosesIt() {
    Event root = ForeignClients.NGIT.pullRequest("x", "");
    List<Event> closed =
        List.of(ForeignClients.NGIT.status(Kinds.STATUS_CLOSED, AUTHOR, 200, root));
    assertThat(ours(root, closed).status()).isEqualTo(Kinds.STATUS_CLOSED);
    assertThat(ForeignClients.asNgitShows(root, closed).status()).isEqualTo(Kinds.STATUS_CLOSED);
    assertThat(ForeignClients.asGitworkshopShows(root, closed).status())
        .isEqualTo(Kinds.STATUS_OPEN);
  }

  /** Moderators are named to keep threads tidy; both clients know maintainers alone. */
  @Test
  void moderatorClosesAnIssue() {
    Event root = ForeignClients.GITWORKSHOP.issue("x", "");
    List<Event> closed =
        List.of(ForeignClients.GITWORKSHOP.status(Kinds.STATUS_CLOSED, MODERATOR, 200, root));
    assertThat(ours(root, closed).status()).isEqualTo(Kinds.STATUS_CLOSED);
    assertThat(ForeignClients.asNgitShows(root, closed).status()).isEqualTo(Kinds.STATUS_OPEN);
    assertThat(ForeignClients.asGitworkshopShows(root, closed).status())
        .isEqualTo(Kinds.STATUS_OPEN);
  }

  /**
   * Of two titles of one second the one with the lowest id wins, as NIP-01 has it for everything
   * else. Both clients take the greatest.
   */
  @Test
  void lowestIdWinsAmongTitlesOfOneMoment() {
    Event root = ForeignClients.NGIT.issue("x", "");
    List<Event> renames =
        List.of(
            ForeignClients.NGIT.rename(AUTHOR, 200, root, "one"),
            ForeignClients.NGIT.rename(AUTHOR, 200, root, "two"));
    Event lowest = Collections.min(renames, Comparator.comparing(Event::id));
    String title = lowest.equals(renames.getFirst()) ? "one" : "two";
    assertThat(ours(root, renames).title()).isEqualTo(title);
    assertThat(ForeignClients.asNgitShows(root, renames).title()).isNotEqualTo(title);
    assertThat(ForeignClients.asGitworkshopShows(root, renames).title()).isNotEqualTo(title);
  }

  /** The marks of a heading are not a part of it, and a first line says more than no title. */
  @Test
  void firstLineIsTheTitleOfAnIssueWithoutOne() {
    Event root = ForeignClients.NGIT.issue("", "# first line\nthe rest");
    assertThat(ours(root, List.of()).title()).isEqualTo("first line");
    assertThat(ForeignClients.asNgitShows(root, List.of()).title()).isEqualTo("# first line");
    assertThat(ForeignClients.asGitworkshopShows(root, List.of()).title()).isEqualTo("(untitled)");
  }
}
