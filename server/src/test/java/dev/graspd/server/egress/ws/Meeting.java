package dev.graspd.server.egress.ws;

import dev.graspd.server.egress.TestEgress;
import dev.graspd.server.egress.dial.EgressTimes;
import dev.graspd.server.egress.dial.Target;
import dev.graspd.testkit.ScriptedServer;
import dev.graspd.testkit.ScriptedServer.Script;

/** A link and the server at its other end. */
final class Meeting implements AutoCloseable {
  private final ScriptedServer server;
  private final TestEgress egress;
  final Heard heard = new Heard();
  final WebSocketLink link;

  Meeting(Script script) {
    this(script, TestEgress.PATIENT);
  }

  Meeting(Script script, EgressTimes times) {
    server = ScriptedServer.start(script);
    egress = TestEgress.with(TestEgress.ANY, times);
    link = egress.open(at(server), heard);
  }

  static Target at(ScriptedServer server) {
    return TestEgress.target("ws://relay.test:" + server.port());
  }

  @Override
  public void close() {
    server.close();
    egress.close();
  }

  /** Returns how a link ends with a server that follows this script after the upgrade. */
  static LinkEnd endOf(Script afterTheUpgrade) {
    Script script =
        talk -> {
          talk.upgrade();
          afterTheUpgrade.run(talk);
          talk.drain();
        };
    try (Meeting meeting = new Meeting(script)) {
      return meeting.heard.end();
    }
  }
}
