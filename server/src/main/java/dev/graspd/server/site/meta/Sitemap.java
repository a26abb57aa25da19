package dev.graspd.server.site.meta;

import java.io.StringWriter;
import java.time.Instant;
import java.util.List;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** The list of repositories for search engines (W-75). */
public final class Sitemap {
  private static final String NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9";

  /** One page, and when it changed. */
  public record Entry(String url, long changedSeconds) {}

  private Sitemap() {}

  public static String xml(List<Entry> entries) {
    StringWriter text = new StringWriter();
    try {
      XMLStreamWriter out = XMLOutputFactory.newInstance().createXMLStreamWriter(text);
      out.writeStartDocument("UTF-8", "1.0");
      out.writeStartElement("urlset");
      out.writeDefaultNamespace(NAMESPACE);
      for (Entry entry : entries) {
        out.writeStartElement("url");
        element(out, "loc", entry.url);
        element(out, "lastmod", Instant.ofEpochSecond(entry.changedSeconds).toString());
        out.writeEndElement();
      }
      out.writeEndElement();
      out.writeEndDocument();
      out.close();
    } catch (XMLStreamException e) {
      throw new IllegalStateException("a text can always be written", e);
    }
    return text.toString();
  }

  private static void element(XMLStreamWriter out, String name, String text)
      throws XMLStreamException {
    out.writeStartElement(name);
    out.writeCharacters(text);
    out.writeEndElement();
  }
}
