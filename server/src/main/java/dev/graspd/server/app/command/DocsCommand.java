package dev.graspd.server.app.command;

import dev.graspd.server.app.desk.JsonText;
import dev.graspd.server.app.manual.Manual;
import dev.graspd.server.ops.FileTrouble;
import dev.graspd.server.ops.StartRefused;
import dev.graspd.server.ops.Version;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.SortedMap;

/** The command that writes what a package ships beside the program. */
final class DocsCommand {
  private DocsCommand() {}

  static int run(Path directory, boolean asJson, PrintWriter out) throws StartRefused {
    SortedMap<String, String> files =
        Manual.files(Commands.build(), Commands.whole(), Version.current().number());
    try {
      Files.createDirectories(directory);
      for (Map.Entry<String, String> file : files.entrySet()) {
        Files.writeString(directory.resolve(file.getKey()), file.getValue());
      }
    } catch (IOException e) {
      throw new StartRefused(directory + " cannot be written: " + FileTrouble.text(e), e);
    }
    if (asJson) {
      out.println(
          JsonText.object(json -> {
            json.writeArrayPropertyStart("files");
            files.keySet().forEach(name -> json.writeString(directory.resolve(name).toString()));
            json.writeEndArray();
          }));
    } else {
      files.keySet().forEach(name -> out.println(directory.resolve(name)));
    }
    return Cli.OK;
  }
}
