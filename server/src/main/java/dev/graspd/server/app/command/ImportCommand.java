package dev.graspd.server.app.command;

import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.nostr.ServiceAddress;
import dev.graspd.server.app.outgoing.OutgoingConnections;
import dev.graspd.server.app.server.ImportHost;
import dev.graspd.server.gate.Secp256k1Verifier;
import dev.graspd.server.migrate.FileGit;
import dev.graspd.server.migrate.ImportPlan;
import dev.graspd.server.migrate.ImportReport;
import dev.graspd.server.migrate.ImportSource;
import dev.graspd.server.migrate.Importer;
import dev.graspd.server.migrate.OldData;
import dev.graspd.server.migrate.OldGit;
import dev.graspd.server.migrate.Rehearsal;
import dev.graspd.server.migrate.ngit.OldServer;
import dev.graspd.server.migrate.remote.RemoteData;
import dev.graspd.server.migrate.remote.RemoteGit;
import dev.graspd.server.migrate.remote.RemoteServer;
import dev.graspd.server.ops.Escape;
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
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ParseResult;

/**
 * The command that brings the data of another server into new data directories (operations.md,
 * section 2). Until it has ended no server starts on them; if it is interrupted, it is run again.
 * Nothing of the old server is changed.
 */
final class ImportCommand {
  static final String DRY_RUN = "--dry-run";

  private static final int LINE_BYTES_MAX = 1_024;

  /** How many known events a second pass looks at in a second, for its estimate. */
  private static final long KNOWN_EVENTS_A_SECOND = 20_000;

  private static final String DEFERRED =
      "comes with the last pass, after the repository that it has ended";
  private static final String NOT_TAKEN_OVER =
      "about the old server itself, whose key is not taken over";

  private final Config config;
  private final @Nullable String credentialsDirectory;
  private final PrintWriter out;

  ImportCommand(Config config, @Nullable String credentialsDirectory, PrintWriter out) {
    this.config = config;
    this.credentialsDirectory = credentialsDirectory;
    this.out = out;
  }

  static boolean isDry(ParseResult command) {
    return command.hasMatchedOption(DRY_RUN);
  }

  /** What is read: events, git data, and the server that answers, if one is asked. */
  private record Opened(ImportSource events, OldGit git, Optional<RemoteServer> remote)
      implements AutoCloseable {
    @Override
    public void close() throws IOException {
      events.close();
      remote.ifPresent(RemoteServer::close);
    }
  }

  private static Opened open(
      ImportOrder order, Optional<RemoteServer> remote, Path scratch, ImportReport report)
      throws IOException {
    if (remote.isEmpty()) {
      OldServer old = order.files().orElseThrow();
      OldData data = OldData.open(old);
      return new Opened(data, new FileGit(old, scratch, data.found().ended()), remote);
    }
    RemoteData events = RemoteData.read(remote.get(), scratch);
    OldGit git =
        order.files().isPresent()
            ? new FileGit(order.files().get(), scratch)
            : new RemoteGit(remote.get(), events.repositories(), report);
    return new Opened(events, git, remote);
  }

  private static Optional<RemoteServer> remote(ImportOrder order, OutgoingConnections network)
      throws IOException {
    return order.url().isEmpty()
        ? Optional.empty()
        : Optional.of(
            RemoteServer.at(order.url().get(), network.egress(), OutgoingConnections.agent()));
  }

  /** Says what an import would do; opens nothing of a server for writing. */
  int plan(ParseResult command) throws StartRefused {
    requireDomain(config);
    ImportOrder order = ImportOrder.of(command);
    ImportReport report = new ImportReport();
    try (Scratch scratch = Scratch.of("import");
        OutgoingConnections network = new OutgoingConnections(config);
        Opened old = open(order, remote(order, network), scratch.directory(), report)) {
      report.damaged(old.events.damaged());
      ServiceAddress service = config.serviceAt(config.web().bind());
      Optional<PublicKey> shown = ImportKey.shownBy(old.remote);
      ImportKey key = ImportKey.choose(keys(), command, order, shown);
      PublicKey self = key.publicKey();
      Rehearsal.Rules rules =
          new Rehearsal.Rules(
              config.admission(service),
              config.hosting(service, self),
              config.maintainers(),
              new Secp256k1Verifier()::verify,
              now());
      ImportPlan plan = planned(old, order, other(shown, self, command), report);
      Rehearsal.run(plan, old.git, rules, report);
      otherFamilies(order, report);
      out.println(key.said());
      return told(report, command);
    } catch (IOException e) {
      throw new StartRefused("the old server cannot be read: " + FileTrouble.text(e), e);
    }
  }

  /** Returns the key that the old server shows or has in a file, if it is another than ours. */
  private Optional<PublicKey> other(Optional<PublicKey> shown, PublicKey own, ParseResult command)
      throws StartRefused, IOException {
    Optional<PublicKey> old = shown.isPresent() ? shown : ImportKey.inFile(keys(), command);
    return old.filter(key -> !key.equals(own));
  }

  int run(ParseResult command) throws StartRefused {
    requireDomain(config);
    if (config.data().backend() == Backend.MEMORY) {
      throw new StartRefused(
          "NGIT_DATABASE_BACKEND: nothing can be imported to what is kept in memory");
    }
    ImportOrder order = ImportOrder.of(command);
    try (DataDirectories target = DataDirectories.openForImport(config.data());
        OutgoingConnections network = new OutgoingConnections(config)) {
      return run(command, order, target, network);
    } catch (IOException e) {
      throw new StartRefused(
          "the import was not finished: %s; solve that and run it again: it goes on where it ended"
              .formatted(FileTrouble.text(e)),
          e);
    }
  }

  private int run(
      ParseResult command, ImportOrder order, DataDirectories target, OutgoingConnections network)
      throws StartRefused, IOException {
    if (order.files().isPresent()) {
      ImportRoom.require(order.files().get(), target, config.data().minFreeDiskBytes());
    }
    ImportReport report = new ImportReport();
    Optional<RemoteServer> remote = remote(order, network);
    Optional<PublicKey> shown = ImportKey.shownBy(remote);
    ImportKey key = ImportKey.choose(keys(), command, order, shown);
    Path scratch = target.freshScratch();
    try (Opened old = open(order, remote, scratch, report)) {
      target.beginImport();
      imported(
          old, order, target, key.take(keys()), other(shown, key.publicKey(), command), report);
      otherFamilies(order, report);
    } finally {
      target.removeScratch();
    }
    target.endImport();
    out.println(key.said());
    int code = told(report, command);
    out.println(next(order, report));
    return code;
  }

  /** Makes the plan; files that are copied while the server runs are read again afterwards. */
  private ImportPlan planned(
      Opened old, ImportOrder order, Optional<PublicKey> oldKey, ImportReport report)
      throws IOException {
    boolean isLast = order.files().isEmpty() || order.url().isEmpty();
    Secp256k1Verifier verifier = new Secp256k1Verifier();
    ImportPlan plan =
        ImportPlan.of(
            old.events.found(),
            new ImportPlan.Circumstances(
                oldKey,
                now(),
                config.holdingTimes().retention().toSeconds(),
                isLast,
                event -> event.body().hasId(event.id()) && verifier.verify(event)));
    plan.own().forEach(_ -> report.leftOutOnPurpose(ImportPlan.Category.OTHERS, NOT_TAKEN_OVER));
    plan.deferred().forEach(_ -> report.leftOutOnPurpose(ImportPlan.Category.DELETIONS, DEFERRED));
    return plan;
  }

  private void imported(
      Opened old,
      ImportOrder order,
      DataDirectories target,
      ServerKey key,
      Optional<PublicKey> oldKey,
      ImportReport report)
      throws StartRefused, IOException {
    report.damaged(old.events.damaged());
    ImportPlan plan = planned(old, order, oldKey, report);
    plan.leftOut()
        .forEach((category, reasons) ->
            reasons.forEach((reason, count) -> report.leftOut(category, reason, count)));
    try (ImportHost host = new ImportHost(config, target, key)) {
      new Importer(host.parts(), old.git, report).run(plan);
    }
  }

  private static void otherFamilies(ImportOrder order, ImportReport report) throws IOException {
    if (order.files().isPresent()) {
      for (String name : order.files().get().otherFamilies()) {
        report.found(ImportPlan.Category.OBJECTS, 1);
        report.leftOut(ImportPlan.Category.OBJECTS, "repositories with SHA-256 are not taken", 1);
        report.difference("%s has objects with SHA-256".formatted(name));
      }
    }
  }

  private static String next(ImportOrder order, ImportReport report) {
    boolean isLive = order.files().isPresent() && order.url().isPresent();
    return isLive
        ? "stop the old server and run this without %s: that takes about %d s; then start the server with 'graspd serve'"
            .formatted(ImportOrder.LIVE, 2 + report.events() / KNOWN_EVENTS_A_SECOND)
        : "start the server with 'graspd serve'";
  }

  private static long now() {
    return Instant.now().getEpochSecond();
  }

  private int told(ImportReport report, ParseResult command) throws StartRefused {
    boolean isDry = isDry(command);
    tell(report.lines(isDry), report.json(isDry), command, out);
    return report.isComplete() ? Cli.OK : Cli.FAILED;
  }

  /** Prints a report, and writes it as JSON if that is wanted. */
  static void tell(List<String> lines, String json, ParseResult command, PrintWriter out)
      throws StartRefused {
    lines.forEach(line -> out.println(Escape.line(line, LINE_BYTES_MAX)));
    String file = command.matchedOptionValue(Commands.JSON, "");
    if (!file.isEmpty()) {
      try {
        Files.writeString(Path.of(file), json + "\n");
      } catch (IOException e) {
        throw new StartRefused(file + " cannot be written: " + FileTrouble.text(e), e);
      }
    }
  }

  private static void requireDomain(Config config) throws StartRefused {
    if (config.givenDomain().isEmpty() || !config.hosts()) {
      throw new StartRefused(
          "NGIT_DOMAIN: set it to the name of the old server, which its repositories list");
    }
  }

  private ServerKeys keys() {
    return new ServerKeys(config.ownerNsec(), credentialsDirectory, config.data().relayPath());
  }
}
