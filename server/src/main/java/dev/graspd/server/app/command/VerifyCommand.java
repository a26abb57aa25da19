package dev.graspd.server.app.command;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.Announcement;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.server.app.outgoing.OutgoingConnections;
import dev.graspd.server.hunt.git.Advertised;
import dev.graspd.server.hunt.git.Opening;
import dev.graspd.server.migrate.FileGit;
import dev.graspd.server.migrate.ImportPlan.Item;
import dev.graspd.server.migrate.ImportReport;
import dev.graspd.server.migrate.OldData;
import dev.graspd.server.migrate.OldGit;
import dev.graspd.server.migrate.Verification;
import dev.graspd.server.migrate.ngit.OldRefs;
import dev.graspd.server.migrate.ngit.OldServer;
import dev.graspd.server.migrate.remote.RemoteGit;
import dev.graspd.server.migrate.remote.RemoteServer;
import dev.graspd.server.ops.FileTrouble;
import dev.graspd.server.ops.StartRefused;
import dev.graspd.server.ops.config.Config;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import picocli.CommandLine.ParseResult;

/**
 * The command that compares another server, or the files of a stopped ngit-grasp, with this server,
 * which runs (operations.md, M-8). Changes nothing.
 */
final class VerifyCommand {
  static final String URL = "--url";

  private static final OldRefs NO_REFS =
      OldRefs.listed(Collections.emptySortedMap(), Optional.empty());

  private VerifyCommand() {}

  static int run(Config config, ParseResult command, PrintWriter out) throws StartRefused {
    ImportOrder order = ImportOrder.of(command);
    String url = command.matchedOptionValue(URL, "");
    Verification verification = new Verification();
    try (OutgoingConnections network = new OutgoingConnections(config);
        RemoteServer here = at(url.isEmpty() ? Why.ownRoot(config) : url, network)) {
      Optional<PublicKey> own = here.document().key();
      here.forEachEvent(event -> {
        if (!isAboutItself(event, own)) {
          verification.here(head(event));
        }
      });
      if (order.url().isPresent()) {
        try (RemoteServer there = at(order.url().get(), network)) {
          compare(there, here, verification);
        }
      } else {
        compare(order.files().orElseThrow(), here, verification);
      }
    } catch (IOException e) {
      throw new StartRefused("nothing was compared: " + FileTrouble.text(e), e);
    }
    ImportCommand.tell(verification.lines(), verification.json(), command, out);
    return verification.isSame() ? Cli.OK : Cli.FAILED;
  }

  private static RemoteServer at(String url, OutgoingConnections network) throws IOException {
    return RemoteServer.at(url, network.egress(), OutgoingConnections.agent());
  }

  private static void compare(RemoteServer there, RemoteServer here, Verification verification)
      throws IOException {
    Optional<PublicKey> key = there.document().key();
    SortedSet<RepoAddress> repositories = new TreeSet<>();
    long cut =
        there.forEachEvent(event -> {
          if (!isAboutItself(event, key)) {
            verification.there(head(event));
          }
          Announcement.of(event).ifPresent(one -> repositories.add(one.address()));
        });
    if (cut > 0) {
      verification.difference(
          "%d seconds have more events than %s gives: they are not compared as a whole"
              .formatted(cut, there.shown()));
    }
    refs(new RemoteGit(there, repositories, new ImportReport()), here, verification);
  }

  private static void compare(OldServer there, RemoteServer here, Verification verification)
      throws IOException {
    Optional<PublicKey> key = here.document().key();
    try (OldData data = OldData.open(there)) {
      for (Item item : data.found().stored()) {
        Event event = item.place().event();
        if (!isAboutItself(event, key)) {
          verification.there(head(event));
        }
      }
    }
    refs(new FileGit(there, Path.of("")), here, verification);
  }

  private static boolean isAboutItself(Event event, Optional<PublicKey> key) {
    return key.equals(Optional.of(event.author()))
        && (event.kind() == Kinds.METADATA || event.kind() == Kinds.RELAY_LIST);
  }

  private static Verification.Head head(Event event) {
    return new Verification.Head(event.id(), event.kind(), event.createdAt(), event.address());
  }

  private static void refs(OldGit there, RemoteServer here, Verification verification)
      throws IOException {
    there.forEachRepository(
        new OldGit.Repositories() {
          @Override
          public void accept(RepoAddress address, OldRefs refs) {
            if (!refs.refs().isEmpty()) {
              verification.refs(address, refs, refsOf(here, address));
            }
          }

          @Override
          public void untold(RepoAddress address, String why) {
            verification.difference(
                "%s: its refs there are not known: %s".formatted(address.shown(), why));
          }
        });
  }

  private static OldRefs refsOf(RemoteServer here, RepoAddress address) {
    if (here.open(address) instanceof Opening.Opened(var remote)) {
      try (remote) {
        Advertised advertised = remote.advertised();
        return OldRefs.listed(advertised.refs(), advertised.head());
      }
    }
    return NO_REFS;
  }
}
