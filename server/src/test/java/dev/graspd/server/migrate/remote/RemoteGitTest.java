package dev.graspd.server.migrate.remote;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.server.app.outgoing.OutgoingConnections;
import dev.graspd.server.migrate.ImportReport;
import dev.graspd.server.migrate.OldGit;
import dev.graspd.server.migrate.ngit.OldRefs;
import dev.graspd.server.ops.config.Config;
import dev.graspd.server.ops.config.MachineSize;
import dev.graspd.server.ops.config.Settings;
import dev.graspd.server.ops.config.Sources;
import dev.graspd.testkit.TestKeys;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Repositories of another server, which does not always answer (M-8). */
class RemoteGitTest {
  private HttpServer server;

  /** Answers as the name of a repository says. */
  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          int status = exchange.getRequestURI().getPath().contains("/busy.git/") ? 503 : 404;
          exchange.sendResponseHeaders(status, -1);
          exchange.close();
        });
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private static RepoAddress repository(String name) {
    return new RepoAddress(TestKeys.ALICE.publicKey(), new Identifier(name));
  }

  @Test
  void repositoryThatIsNotListedIsSaidAndOneThatIsNotThereHasNoRefs() throws Exception {
    Config config =
        new Config(
            Settings.read(Sources.ofEnvironment(Collections.emptyMap()), MachineSize.current()));
    SortedSet<RepoAddress> repositories =
        new TreeSet<>(List.of(repository("absent"), repository("busy")));
    List<String> said = new ArrayList<>();
    String url = "ws://127.0.0.1:" + server.getAddress().getPort();
    try (OutgoingConnections network = new OutgoingConnections(config);
        RemoteServer there = RemoteServer.at(url, network.egress(), "test")) {
      new RemoteGit(there, repositories, new ImportReport())
          .forEachRepository(
              new OldGit.Repositories() {
                @Override
                public void accept(RepoAddress address, OldRefs refs) {
                  said.add("listed " + address.identifier());
                }

                @Override
                public void untold(RepoAddress address, String why) {
                  said.add(address.identifier() + ": " + why);
                }
              });
    }
    assertThat(said).hasSize(1).first().asString().startsWith("busy: ").contains("503");
  }
}
