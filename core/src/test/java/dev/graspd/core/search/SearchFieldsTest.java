package dev.graspd.core.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.text.Utf8;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What of an event is searched (N50-2). */
class SearchFieldsTest {
  @Test
  void repositoryHasNamesTopicsAndDescription() {
    assertThat(
            fields(
                SearchSample.kind(30617)
                    .tag("d", "core")
                    .tag("name", "The Core")
                    .tag("description", "of all")
                    .tag("t", "rust")
                    .tag("t", "git")
                    .tag("web", "https://example.com")
                    .content("not this")))
        .isEqualTo(
            Map.of(
                FieldClass.NAME, List.of("The Core", "core"),
                FieldClass.SUBJECT, List.of("rust", "git"),
                FieldClass.DESCRIPTION, List.of("of all")));
  }

  @ParameterizedTest
  @ValueSource(ints = {1618, 1619, 1621})
  void threadHasSubjectTopicsAndContent(int kind) {
    assertThat(
            fields(
                SearchSample.kind(kind)
                    .tag("subject", "crash")
                    .tag("t", "bug")
                    .content("at start")))
        .isEqualTo(
            Map.of(
                FieldClass.SUBJECT, List.of("crash"),
                FieldClass.DESCRIPTION, List.of("bug"),
                FieldClass.CONTENT, List.of("at start")));
  }

  @Test
  void patchHasItsMessageAndFilesWithoutTheDiff() {
    String patch =
        """
        From 0123456789012345678901234567890123456789 Mon Sep 17 00:00:00 2001
        From: A <a@example.com>
        Subject: [PATCH] fix the
         reader

        It was wrong.
        ---
         src/Reader.java | 2 +-

        diff --git a/src/Reader.java b/src/Reader.java
        --- a/src/Reader.java
        +++ b/src/Reader.java
        @@ -1 +1 @@
        -secret
        +hidden
        From 1123456789012345678901234567890123456789 Mon Sep 17 00:00:00 2001
        Subject: [PATCH] second
        """;

    var fields = fields(SearchSample.kind(1617).content(patch));

    assertThat(fields.get(FieldClass.SUBJECT)).containsExactly(" [PATCH] fix the reader");
    assertThat(fields.get(FieldClass.CONTENT).getFirst())
        .contains("It was wrong.", "a/src/Reader.java b/src/Reader.java", "second")
        .doesNotContain("secret", "hidden", "@@");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 1111, 1622, 1624})
  void textHasItsContent(int kind) {
    assertThat(fields(SearchSample.kind(kind).tag("t", "no").content("yes")))
        .isEqualTo(Map.of(FieldClass.CONTENT, List.of("yes")));
  }

  @Test
  void personHasNameAndAddress() {
    String profile =
        """
        {"about":"no","list":[1,{"name":"no"}],"name":"Ann","x":1,"nip05":"ann@example.com"}\
        """;

    assertThat(fields(SearchSample.kind(0).content(profile)))
        .isEqualTo(Map.of(FieldClass.NAME, List.of("Ann", "ann@example.com")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "no", "[]", "{\"name\":1}", "{\"about\":\"x\",", "{\"name\""})
  void profileThatCannotBeReadHasNothing(String content) {
    assertThat(fields(SearchSample.kind(0).content(content))).isEmpty();
  }

  @Test
  void otherKindsHaveNothing() {
    assertThat(fields(SearchSample.kind(30618).tag("name", "x").content("x"))).isEmpty();
    assertThat(fields(SearchSample.kind(1630).content("x"))).isEmpty();
  }

  @Test
  void firstBytesOfAnEventCountWithTheBestFieldsFirst() {
    Event event =
        SearchSample.kind(1621).tag("subject", "abcd").content("é".repeat(20_000)).event();

    var fields = SearchFields.of(event);

    assertThat(fields.get(FieldClass.SUBJECT)).containsExactly("abcd");
    assertThat(Utf8.length(fields.get(FieldClass.CONTENT).getFirst()))
        .isEqualTo(SearchFields.EVENT_BYTES_MAX - 4);
  }

  private static Map<FieldClass, List<String>> fields(SearchSample event) {
    return new TreeMap<>(SearchFields.of(event.event()));
  }
}
