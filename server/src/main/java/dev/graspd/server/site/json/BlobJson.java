package dev.graspd.server.site.json;

import dev.graspd.server.git.browse.Blob;
import dev.graspd.server.git.browse.TreeEntry;
import dev.graspd.server.site.text.LfsPointer;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import tools.jackson.core.JsonGenerator;

/** A file, as JSON. */
public final class BlobJson {
  /** The content of a larger file is left out. */
  public static final int BYTES_MAX = 1 << 20;

  private BlobJson() {}

  /**
   * A file.
   *
   * @param content empty if it is too large
   */
  public record Facts(RevisionFacts at, TreeEntry entry, Optional<Blob> content) {}

  public static String of(Facts facts) {
    return JsonDocument.object(out -> {
      facts.at.write(out);
      TreeJson.write(out, facts.entry);
      Optional<String> text = facts.content.flatMap(BlobJson::text);
      writeContent(out, facts.content, text);
      writePointer(out, text.flatMap(LfsPointer::parse));
      Truncated.write(
          out,
          facts.content.isPresent()
              ? Optional.empty()
              : Optional.of(new Truncated("bytes of a file", BYTES_MAX)));
    });
  }

  private static void writeContent(
      JsonGenerator out, Optional<Blob> content, Optional<String> text) {
    if (content.isEmpty()) {
      out.writeNullProperty("encoding");
      out.writeNullProperty("content");
      return;
    }
    out.writeStringProperty("encoding", text.isPresent() ? "utf-8" : "base64");
    out.writeStringProperty(
        "content", text.orElseGet(() -> NameJson.base64(content.get().beginning())));
  }

  /** A file that is not exactly this text is not text here. */
  private static Optional<String> text(Blob blob) {
    if (blob.isBinary()) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(blob.beginning())).toString());
    } catch (CharacterCodingException _) {
      return Optional.empty();
    }
  }

  private static void writePointer(JsonGenerator out, Optional<LfsPointer> pointer) {
    if (pointer.isEmpty()) {
      out.writeNullProperty("lfs");
      return;
    }
    out.writeObjectPropertyStart("lfs");
    out.writeStringProperty("oid", pointer.get().oid());
    out.writeNumberProperty("size", pointer.get().size());
    out.writeEndObject();
  }
}
