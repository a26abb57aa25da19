package dev.graspd.server.ops.pages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.hunt.HuntView;
import dev.graspd.core.hunt.UrlTry;
import dev.graspd.core.hunt.domain.CloneUrl;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.repo.Identifier;
import dev.graspd.server.diary.DiaryEntry;
import dev.graspd.server.diary.Step;
import dev.graspd.server.diary.Subject;
import dev.graspd.server.ops.pages.WhyFacts.Code;
import dev.graspd.server.ops.pages.WhyFacts.Hunt;
import dev.graspd.server.ops.pages.WhyFacts.Status;
import dev.graspd.server.web.http.OpsPages.Page;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class WhyPagesTest {
  private static final EventId ID = EventId.parse("ab".repeat(32));
  private static final Subject EVENT = new Subject.OfEvent(ID);
  private static final Subject REF =
      new Subject.OfRef(Samples.REPOSITORY, "refs/heads/\u001b[31m\"main");

  private static WhyPages pages(Status now, List<DiaryEntry> life, Optional<Hunt> hunt) {
    return new WhyPages(subject -> new WhyFacts(subject, now, life, 1_000, hunt));
  }

  @Test
  void theWholeLifeIsToldInOrder() {
    WhyPages pages =
        pages(
            new Status(Code.HELD, "it waits", Optional.of(Instant.ofEpochSecond(3_600))),
            List.of(
                DiaryEntry.of(1_000, Step.HELD, "relay wss://r.example", "waits for objects 12"),
                new DiaryEntry(1_001, 1_060, 3, Step.RENEWED, "a push", "waits again")),
            Optional.of(hunt()));

    assertThat(pages.text(EVENT).body())
        .isEqualTo(
            """
            event %s
            now: it waits
            until: 1970-01-01T01:00:00Z

            1970-01-01T00:16:40Z  held (relay wss://r.example): waits for objects 12
            1970-01-01T00:16:41Z  renewed (a push): waits again [3 times, last at 1970-01-01T00:17:40Z]

            the server looks for git data of the repository; attempts so far: 2
            next attempt: 1970-01-01T00:18:20Z
            1970-01-01T00:17:30Z  visited https://git.example/x.git, unreachable: timed out
            """
                .formatted(ID));
    assertThat(pages.json(EVENT))
        .isEqualTo(
            new Page(
                200,
                "application/json; charset=utf-8",
                "{\"event\":\""
                    + ID
                    + "\",\"known\":true,\"standing\":\"held\",\"text\":\"it waits\",\"until\":3600,"
                    + "\"diary_since\":1000,\"life\":["
                    + "{\"at\":1000,\"last\":1000,\"times\":1,\"step\":\"held\","
                    + "\"source\":\"relay wss://r.example\",\"text\":\"waits for objects 12\"},"
                    + "{\"at\":1001,\"last\":1060,\"times\":3,\"step\":\"renewed\","
                    + "\"source\":\"a push\",\"text\":\"waits again\"}],"
                    + "\"hunt\":{\"waits\":true,\"attempts\":2,\"next_attempt\":1100,\"running\":[],"
                    + "\"tries\":[{\"url\":\"https://git.example/x.git\",\"result\":\"unreachable\","
                    + "\"why\":\"timed out\",\"at\":1050}]}}"));
  }

  private static Hunt hunt() {
    TreeMap<CloneUrl, UrlTry> tries = new TreeMap<>();
    tries.put(
        CloneUrl.parse("https://git.example/x.git").orElseThrow(),
        new UrlTry(UrlTry.Result.UNREACHABLE, "timed out", false, 1_050));
    return new Hunt(
        new HuntView(
            new Identifier("x"),
            true,
            2,
            OptionalLong.empty(),
            new TreeMap<>(),
            new TreeSet<>(),
            tries,
            new TreeMap<>()),
        Optional.of(Instant.ofEpochSecond(1_100)));
  }

  @Test
  void whatTheStoreKnowsIsToldWhenTheDiaryDoesNot() {
    WhyPages pages = pages(new Status(Code.SERVED, "stored"), List.of(), Optional.empty());

    assertThat(pages.text(EVENT).status()).isEqualTo(200);
    assertThat(pages.text(EVENT).body())
        .contains("now: stored\n", "not in this run's diary, which begins at 1970-01-01T00:16:40Z");
    assertThat(pages.json(EVENT).body()).contains("\"life\":[],\"hunt\":null}");
  }

  @Test
  void nothingKnownIsNotFound() {
    WhyPages pages = pages(new Status(Code.UNKNOWN, "unknown"), List.of(), Optional.empty());

    assertThat(pages.text(EVENT).status()).isEqualTo(404);
    assertThat(pages.json(EVENT).status()).isEqualTo(404);
    assertThat(pages.json(EVENT).body()).contains("\"known\":false");
  }

  @Test
  void wordsOfStrangersCannotLeaveTheirLine() {
    WhyPages pages =
        pages(
            new Status(Code.UNKNOWN, "unknown"),
            List.of(DiaryEntry.of(1_000, Step.REFUSED, "a push", "no\nnow: yes")),
            Optional.empty());

    assertThat(pages.text(REF).body())
        .startsWith("refs/heads/\\u001b[31m\"main of 30617:")
        .contains("no\\u000anow: yes");
    assertThat(pages.json(REF).body())
        .contains("\"ref\":\"refs/heads/\\u001B[31m\\\"main\"", "no\\nnow: yes");
  }
}
