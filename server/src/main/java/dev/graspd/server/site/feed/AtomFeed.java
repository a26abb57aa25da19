package dev.graspd.server.site.feed;

import dev.graspd.server.site.html.Html;
import dev.graspd.server.site.html.Html.Node;
import java.io.StringWriter;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/**
 * A feed (W-73).
 *
 * @param id never changes
 * @param self the URL of the feed
 * @param page the URL of the same for people
 * @param entries the newest first
 */
public record AtomFeed(String id, String title, String self, String page, List<Entry> entries) {
  public static final String TYPE = "application/atom+xml; charset=utf-8";

  /** The most entries of a feed. */
  public static final int ENTRIES_MAX = 50;

  private static final String NAMESPACE = "http://www.w3.org/2005/Atom";

  public AtomFeed {
    entries = List.copyOf(entries);
  }

  /**
   * Something new.
   *
   * @param id never changes, and no other entry has it
   * @param author as it is claimed
   */
  public record Entry(
      String id, String title, String url, String author, long seconds, List<Node> content) {
    public Entry {
      content = List.copyOf(content);
    }
  }

  public String xml() {
    StringWriter text = new StringWriter();
    try {
      XMLStreamWriter out = XMLOutputFactory.newInstance().createXMLStreamWriter(text);
      out.writeStartDocument("UTF-8", "1.0");
      out.writeStartElement("feed");
      out.writeDefaultNamespace(NAMESPACE);
      element(out, "id", id);
      element(out, "title", title);
      link(out, "self", self);
      link(out, "alternate", page);
      element(out, "updated", time(entries.isEmpty() ? 0 : entries.getFirst().seconds));
      for (Entry entry : entries) {
        write(out, entry);
      }
      out.writeEndElement();
      out.writeEndDocument();
      out.close();
    } catch (XMLStreamException e) {
      throw new IllegalStateException("a text can always be written", e);
    }
    return text.toString();
  }

  private static void write(XMLStreamWriter out, Entry entry) throws XMLStreamException {
    out.writeStartElement("entry");
    element(out, "id", entry.id);
    element(out, "title", entry.title.isBlank() ? "(no message)" : entry.title);
    link(out, "alternate", entry.url);
    element(out, "updated", time(entry.seconds));
    out.writeStartElement("author");
    element(out, "name", entry.author.isBlank() ? "unknown" : entry.author);
    out.writeEndElement();
    out.writeStartElement("content");
    out.writeAttribute("type", "html");
    StringBuilder html = new StringBuilder();
    entry.content.forEach(node -> html.append(Html.render(node)));
    out.writeCharacters(allowed(html.toString()));
    out.writeEndElement();
    out.writeEndElement();
  }

  private static void element(XMLStreamWriter out, String name, String text)
      throws XMLStreamException {
    out.writeStartElement(name);
    out.writeCharacters(allowed(text));
    out.writeEndElement();
  }

  private static void link(XMLStreamWriter out, String relation, String url)
      throws XMLStreamException {
    out.writeEmptyElement("link");
    out.writeAttribute("rel", relation);
    out.writeAttribute("href", url);
  }

  /** Claimed times may be any number. */
  private static String time(long seconds) {
    try {
      Instant at = Instant.ofEpochSecond(seconds);
      boolean isWritable = seconds >= 0 && at.isBefore(Instant.parse("9999-12-31T23:59:59Z"));
      return (isWritable ? at : Instant.EPOCH).toString();
    } catch (DateTimeException _) {
      return Instant.EPOCH.toString();
    }
  }

  /** XML has no place for some characters, not even escaped. */
  private static String allowed(String text) {
    StringBuilder out = new StringBuilder(text.length());
    text.codePoints()
        .forEach(c -> {
          boolean isAllowed =
              c == '\t'
                  || c == '\n'
                  || (c >= 0x20 && c <= 0xd7ff)
                  || (c >= 0xe000 && c <= 0xfffd)
                  || c >= 0x10000;
          out.appendCodePoint(isAllowed ? c : 0xfffd);
        });
    return out.toString();
  }
}
