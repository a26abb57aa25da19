package dev.graspd.server.search;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.search.SearchFilter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.search.FieldDoc;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.search.TopFieldDocs;
import org.apache.lucene.util.BytesRef;

/**
 * The ids that the index finds for some filters, best first.
 *
 * @param isComplete whether there are no others
 * @param isLate whether the time ended first
 */
record Hits(List<Hit> best, boolean isComplete, boolean isLate) {
  /** Hits beyond the limit, in place of events that are gone by now. */
  private static final int SPARE = 64;

  private static final Sort ORDER =
      new Sort(SortField.FIELD_SCORE, new SortField(IndexFields.AT, SortField.Type.LONG, true));

  /** Asks the index. */
  static Hits of(
      DirectoryReader reader, List<SearchFilter> filters, LongSupplier nanoTime, long nanosMax)
      throws IOException {
    IndexSearcher searcher = new IndexSearcher(reader);
    // A cache of others' questions would take heap that nobody has counted.
    searcher.setQueryCache(null);
    long began = nanoTime.getAsLong();
    searcher.setTimeout(() -> nanoTime.getAsLong() - began > nanosMax);
    Collector all = new Collector(searcher);
    for (int i = 0; i < filters.size() && !searcher.timedOut(); i++) {
      all.collect(i, filters.get(i));
    }
    all.found.sort(Hit.BEST_FIRST);
    return new Hits(List.copyOf(all.found), all.isComplete, searcher.timedOut());
  }

  private static final class Collector {
    private final IndexSearcher searcher;
    private final List<Hit> found = new ArrayList<>();
    private boolean isComplete = true;

    Collector(IndexSearcher searcher) {
      this.searcher = searcher;
    }

    void collect(int filter, SearchFilter wanted) throws IOException {
      int left = wanted.filter().limit().orElseThrow() + SPARE;
      List<Query> queries = new SearchQuery(wanted).inOrder();
      for (int place = 0; place < queries.size() && !searcher.timedOut(); place++) {
        if (left == 0) {
          isComplete = false;
          return;
        }
        TopFieldDocs top = searcher.search(queries.get(place), left, ORDER);
        for (ScoreDoc document : top.scoreDocs) {
          found.add(hit(filter, place, (FieldDoc) document));
        }
        isComplete &= top.totalHits.value() <= top.scoreDocs.length;
        left -= top.scoreDocs.length;
      }
    }

    private Hit hit(int filter, int place, FieldDoc document) throws IOException {
      List<LeafReaderContext> leaves = searcher.getIndexReader().leaves();
      LeafReaderContext leaf = leaves.get(ReaderUtil.subIndex(document.doc, leaves));
      BinaryDocValues ids = leaf.reader().getBinaryDocValues(IndexFields.ID);
      if (ids == null || !ids.advanceExact(document.doc - leaf.docBase)) {
        throw new IOException("an event of the index has no id");
      }
      BytesRef id = ids.binaryValue();
      return new Hit(
          filter,
          place,
          (Float) document.fields[0],
          (Long) document.fields[1],
          EventId.of(id.bytes, id.offset));
    }
  }
}
