package dev.graspd.server.search;

import dev.graspd.core.nostr.Filter;
import dev.graspd.core.search.FieldClass;
import dev.graspd.core.search.SearchFilter;
import dev.graspd.core.search.SearchText;
import dev.graspd.core.search.SearchText.Term;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.apache.lucene.document.LongPoint;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.DisjunctionMaxQuery;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.PhraseQuery;
import org.apache.lucene.search.PrefixQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermInSetQuery;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.util.BytesRef;
import org.jspecify.annotations.Nullable;

/**
 * One filter with a text as questions to the index: one for each class of fields, so that a hit in
 * a better class comes before all hits in a lesser one, whatever their scores are (N50-2).
 */
final class SearchQuery {
  private static final List<FieldClass> CLASSES = Arrays.asList(FieldClass.values());

  private final SearchText text;
  private final Filter filter;

  SearchQuery(SearchFilter wanted) {
    this.text = Objects.requireNonNull(wanted.text());
    this.filter = wanted.filter();
  }

  /** Returns the questions, best hits first. No event is found by two of them. */
  List<Query> inOrder() {
    if (text.required().isEmpty()) {
      return List.of(matching().add(MatchAllDocsQuery.INSTANCE, Occur.FILTER).build());
    }
    List<Query> queries = new ArrayList<>();
    for (int i = 0; i < CLASSES.size(); i++) {
      BooleanQuery.Builder query = matching().add(anyIn(CLASSES.get(i)), Occur.FILTER);
      for (FieldClass better : CLASSES.subList(0, i)) {
        query.add(anyIn(better), Occur.MUST_NOT);
      }
      queries.add(query.build());
    }
    return queries;
  }

  /** What every hit has: all words, and what the other fields of the filter ask for. */
  private BooleanQuery.Builder matching() {
    BooleanQuery.Builder query = new BooleanQuery.Builder();
    for (Term term : text.required()) {
      query.add(anywhere(term), Occur.MUST);
    }
    for (Term term : text.excluded()) {
      query.add(anywhere(term), Occur.MUST_NOT);
    }
    among(query, IndexFields.ID, filter.ids(), IndexFields::bytes);
    among(query, IndexFields.AUTHOR, filter.authors(), IndexFields::bytes);
    among(query, IndexFields.KIND, filter.kinds(), IndexFields::kind);
    filter
        .tags()
        .forEach((letter, values) ->
            among(query, IndexFields.TAG, values, value -> IndexFields.tag(letter, value)));
    if (filter.since().isPresent() || filter.until().isPresent()) {
      query.add(
          LongPoint.newRangeQuery(
              IndexFields.AT,
              filter.since().orElse(Long.MIN_VALUE),
              filter.until().orElse(Long.MAX_VALUE)),
          Occur.FILTER);
    }
    return query;
  }

  private static <T> void among(
      BooleanQuery.Builder query,
      String field,
      @Nullable Collection<T> values,
      Function<T, BytesRef> bytes) {
    if (values != null) {
      query.add(new TermInSetQuery(field, values.stream().map(bytes).toList()), Occur.FILTER);
    }
  }

  private Query anyIn(FieldClass place) {
    BooleanQuery.Builder any = new BooleanQuery.Builder();
    text.required().forEach(term -> any.add(in(place, term), Occur.SHOULD));
    return any.build();
  }

  private static Query anywhere(Term term) {
    BooleanQuery.Builder any = new BooleanQuery.Builder();
    for (FieldClass place : CLASSES) {
      any.add(new BoostQuery(in(place, term), place.weight()), Occur.SHOULD);
    }
    return any.build();
  }

  private static Query in(FieldClass place, Term term) {
    String field = IndexFields.words(place);
    return switch (term) {
      case Term.Word(var whole, var parts) -> {
        Query row = inARow(field, parts);
        boolean hasWhole = !whole.isEmpty() && !parts.equals(List.of(whole));
        yield hasWhole ? new DisjunctionMaxQuery(List.of(exactly(field, whole), row), 0) : row;
      }
      case Term.Phrase(var parts) -> inARow(field, parts);
      case Term.Prefix(var start) ->
          new PrefixQuery(new org.apache.lucene.index.Term(field, start));
    };
  }

  private static Query inARow(String field, List<String> parts) {
    return parts.size() == 1
        ? exactly(field, parts.getFirst())
        : new PhraseQuery(field, parts.toArray(String[]::new));
  }

  private static Query exactly(String field, String word) {
    return new TermQuery(new org.apache.lucene.index.Term(field, word));
  }
}
