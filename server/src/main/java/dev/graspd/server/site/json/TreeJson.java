package dev.graspd.server.site.json;

import dev.graspd.core.tree.TreeName;
import dev.graspd.server.git.browse.Directory;
import dev.graspd.server.git.browse.TreeEntry;
import dev.graspd.server.git.browse.TreeEntry.Mode;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import tools.jackson.core.JsonGenerator;

/** A directory, as JSON. */
public final class TreeJson {
  private TreeJson() {}

  /**
   * A part of a directory.
   *
   * @param directory empty if it has too many entries to be listed
   * @param entriesMax how many a directory may have
   * @param targets where its symbolic links lead
   * @param next the cursor of the next part
   */
  public record Facts(
      RevisionFacts at,
      Optional<Directory> directory,
      int entriesMax,
      SortedMap<TreeName, byte[]> targets,
      Optional<String> next) {
    public Facts {
      targets = Collections.unmodifiableSortedMap(new TreeMap<>(targets));
    }
  }

  public static String of(Facts facts) {
    return JsonDocument.object(out -> {
      facts.at.write(out);
      List<TreeEntry> entries = facts.directory.map(Directory::entries).orElse(List.of());
      writeTotal(out, facts.directory);
      out.writeArrayPropertyStart("items");
      for (TreeEntry entry : entries) {
        out.writeStartObject();
        write(out, entry);
        NameJson.write(out, "target", Optional.ofNullable(facts.targets.get(entry.name())));
        out.writeEndObject();
      }
      out.writeEndArray();
      JsonDocument.writeText(out, "next", facts.next);
      Truncated.write(
          out,
          facts.directory.isPresent()
              ? Optional.empty()
              : Optional.of(new Truncated("entries of a directory", facts.entriesMax)));
    });
  }

  private static void writeTotal(JsonGenerator out, Optional<Directory> directory) {
    if (directory.isPresent()) {
      out.writeNumberProperty("total", directory.get().total());
    } else {
      out.writeNullProperty("total");
    }
  }

  /** Writes the fields of an entry, with git's words. */
  static void write(JsonGenerator out, TreeEntry entry) {
    NameJson.write(out, "name", entry.name().bytes());
    out.writeStringProperty("mode", entry.mode().octal());
    out.writeStringProperty("type", type(entry.mode()));
    out.writeStringProperty("oid", entry.oid().hex());
    if (type(entry.mode()).equals("blob")) {
      out.writeNumberProperty("size", entry.size());
    } else {
      out.writeNullProperty("size");
    }
  }

  private static String type(Mode mode) {
    return switch (mode) {
      case DIRECTORY -> "tree";
      case SUBMODULE -> "commit";
      case FILE, EXECUTABLE, SYMLINK -> "blob";
    };
  }
}
