package dev.graspd.server.app.command;

import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.store.Store;
import dev.graspd.server.app.outgoing.OutgoingConnections;
import dev.graspd.server.app.server.RememberedIdentity;
import dev.graspd.server.backup.StillPicture;
import dev.graspd.server.git.JgitSetup;
import dev.graspd.server.git.local.FamilyPacks;
import dev.graspd.server.git.objects.Layout;
import dev.graspd.server.git.objects.ObjectStores;
import dev.graspd.server.git.serve.GitCheck.UnnamedFiles;
import dev.graspd.server.migrate.export.ExportReport;
import dev.graspd.server.migrate.export.Exporter;
import dev.graspd.server.migrate.remote.RemoteServer;
import dev.graspd.server.ops.DirectoryInUse;
import dev.graspd.server.ops.FileTrouble;
import dev.graspd.server.ops.StartRefused;
import dev.graspd.server.ops.config.Backend;
import dev.graspd.server.ops.config.Config;
import dev.graspd.server.ops.data.DataDirectories;
import dev.graspd.server.ops.data.ServerKey;
import dev.graspd.server.ops.data.ServerKeys;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ParseResult;

/**
 * The command that sends what is hosted here to another GRASP server, as a client would
 * (operations.md, M-11). It changes nothing here; of a running server it sends a snapshot.
 */
record ExportCommand(Config config, @Nullable String credentialsDirectory, PrintWriter out) {
  static final String TO = "--to";

  int run(ParseResult command) throws StartRefused {
    Config.Data data = config.data();
    if (data.backend() == Backend.MEMORY) {
      throw new StartRefused("NGIT_DATABASE_BACKEND: what is kept in memory cannot be exported");
    }
    String to = command.matchedOptionValue(TO, "");
    if (to.isEmpty()) {
      throw new StartRefused("say where to: graspd export --to wss://git.example.org");
    }
    Doctor.requireStore(data);
    try (Scratch scratch = Scratch.of("export");
        OutgoingConnections network = new OutgoingConnections(config);
        RemoteServer there = RemoteServer.at(to, network.egress(), OutgoingConnections.agent())) {
      there.document();
      return sent(data, there, scratch.directory(), command);
    } catch (IOException e) {
      throw new StartRefused(
          "the export was not finished: %s; solve that and run it again: nothing is sent twice"
              .formatted(FileTrouble.text(e)),
          e);
    }
  }

  private int sent(Config.Data data, RemoteServer there, Path scratch, ParseResult command)
      throws StartRefused, IOException {
    try (DataDirectories locked = DataDirectories.open(data)) {
      return sent(locked.relay(), locked.git(), UnnamedFiles.NONE, there, scratch, command);
    } catch (DirectoryInUse e) {
      DataPaths.requireOwner(data.relayPath().resolve(Doctor.STORE));
      DataPaths.requireRoom(scratch, StillPicture.bytesNeeded(Doctor.STORES, data.relayPath()));
      Path room = scratch.resolve("picture");
      try (StillPicture picture =
          StillPicture.take(Doctor.STORES, data.relayPath(), data.gitPath(), room)) {
        return sent(picture.relay(), picture.git(), UnnamedFiles.ALLOWED, there, scratch, command);
      }
    }
  }

  private int sent(
      Path relay,
      Path git,
      UnnamedFiles unnamed,
      RemoteServer there,
      Path scratch,
      ParseResult command)
      throws StartRefused, IOException {
    JgitSetup.apply();
    boolean isDry = ImportCommand.isDry(command);
    ExportReport report = new ExportReport();
    try (Store store = Doctor.opened(relay, unnamed);
        ObjectStores objects = Doctor.objects(store, new Layout(git))) {
      Exporter.Own own =
          new Exporter.Own(
              store,
              new FamilyPacks(objects),
              key(store),
              Files.createDirectories(scratch.resolve("packs")));
      new Exporter(own, there, OutgoingConnections.agent(), report).run(isDry);
    }
    ImportCommand.tell(report.lines(isDry), report.json(isDry), command, out);
    return report.isComplete() ? Cli.OK : Cli.FAILED;
  }

  /** If only the server gets the key from systemd, the store still remembers its public key. */
  private PublicKey key(Store store) throws StartRefused {
    ServerKeys keys =
        new ServerKeys(config.ownerNsec(), credentialsDirectory, config.data().relayPath());
    Optional<PublicKey> found = keys.find().map(ServerKey::publicKey);
    return found
        .or(() -> RememberedIdentity.key(store.repositories()))
        .orElseThrow(() -> new StartRefused("the server's key is missing: see 'graspd keys'"));
  }
}
