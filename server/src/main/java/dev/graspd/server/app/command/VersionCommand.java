package dev.graspd.server.app.command;

import dev.graspd.server.app.desk.JsonText;
import dev.graspd.server.ops.Version;
import java.io.PrintWriter;

/** The command that says which build this is. */
final class VersionCommand {
  private VersionCommand() {}

  static int run(boolean asJson, PrintWriter out) {
    Version version = Version.current();
    String java = System.getProperty("java.vm.name") + " " + Runtime.version();
    String machine = System.getProperty("os.name") + " " + System.getProperty("os.arch");
    if (asJson) {
      out.println(
          JsonText.object(json -> {
            json.writeStringProperty("version", version.number());
            json.writeStringProperty("commit", version.commit());
            json.writeBooleanProperty("release", Version.isRelease());
            json.writeStringProperty("java", java);
            json.writeStringProperty("machine", machine);
          }));
    } else {
      out.println("graspd " + version.number() + " (" + version.commit() + ")");
      out.println(Version.isRelease() ? "build: release" : "build: development");
      out.println("java: " + java);
      out.println("machine: " + machine);
    }
    return Cli.OK;
  }
}
