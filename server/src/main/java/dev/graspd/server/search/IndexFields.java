package dev.graspd.server.search;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.nostr.Tag;
import dev.graspd.core.search.FieldClass;
import dev.graspd.core.search.SearchFields;
import java.util.Locale;
import org.apache.lucene.document.BinaryDocValuesField;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.document.LongPoint;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.util.BytesRef;

/** How an event lies in the index: its words, and what filters ask for. Its text is not there. */
final class IndexFields {
  static final String ID = "id";
  static final String KIND = "kind";
  static final String AUTHOR = "author";
  static final String TAG = "tag";
  static final String AT = "at";

  /** Longer values of tags are cut; the event itself is compared with the filter later. */
  private static final int TAG_CHARS_MAX = 256;

  private static final FieldType WORDS = new FieldType();

  static {
    WORDS.setTokenized(true);
    WORDS.setIndexOptions(IndexOptions.DOCS_AND_FREQS_AND_POSITIONS);
    WORDS.freeze();
  }

  private IndexFields() {}

  static Document document(Event event) {
    Document document = new Document();
    document.add(new StringField(ID, bytes(event.id()), Store.NO));
    document.add(new BinaryDocValuesField(ID, bytes(event.id())));
    document.add(new StringField(KIND, kind(event.kind()), Store.NO));
    document.add(new StringField(AUTHOR, bytes(event.author()), Store.NO));
    document.add(new LongPoint(AT, event.createdAt()));
    document.add(new NumericDocValuesField(AT, event.createdAt()));
    for (Tag tag : event.tags()) {
      if (tag.isIndexed()) {
        document.add(new StringField(TAG, tag(tag.letter(), tag.value()), Store.NO));
      }
    }
    SearchFields.of(event)
        .forEach(
            (place, texts) -> document.add(new Field(words(place), new WordTokens(texts), WORDS)));
    return document;
  }

  static String words(FieldClass place) {
    return place.name().toLowerCase(Locale.ROOT);
  }

  static BytesRef bytes(EventId id) {
    return new BytesRef(id.bytes());
  }

  static BytesRef bytes(PublicKey key) {
    return new BytesRef(key.bytes());
  }

  static BytesRef kind(int kind) {
    return new BytesRef(Integer.toString(kind));
  }

  static BytesRef tag(char letter, String value) {
    int end = Math.min(value.length(), TAG_CHARS_MAX);
    boolean isDivided = end < value.length() && Character.isHighSurrogate(value.charAt(end - 1));
    return new BytesRef(letter + value.substring(0, isDivided ? end - 1 : end));
  }
}
