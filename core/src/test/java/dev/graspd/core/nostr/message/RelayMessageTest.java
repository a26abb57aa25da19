package dev.graspd.core.nostr.message;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Sample;
import dev.graspd.core.nostr.refusal.Reason;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class RelayMessageTest {
  private static final SubscriptionId SUB = new SubscriptionId("s\"1");
  private static final EventId ID = EventId.parse("0a".repeat(32));

  private static String json(RelayMessage message) {
    return Sample.text(message.json());
  }

  @Test
  void messagesHaveTheirWireForm() {
    String id = "0a".repeat(32);
    assertThat(json(new RelayMessage.Ok(ID, true, "")))
        .isEqualTo("[\"OK\",\"" + id + "\",true,\"\"]");
    assertThat(json(new RelayMessage.Ok(ID, false, "error: x")))
        .isEqualTo("[\"OK\",\"" + id + "\",false,\"error: x\"]");
    assertThat(json(new RelayMessage.Eose(SUB, false))).isEqualTo("[\"EOSE\",\"s\\\"1\"]");
    assertThat(json(new RelayMessage.Eose(SUB, true)))
        .isEqualTo("[\"EOSE\",\"s\\\"1\",[\"finish\"]]");
    assertThat(json(new RelayMessage.Closed("s", "error: x")))
        .isEqualTo("[\"CLOSED\",\"s\",\"error: x\"]");
    assertThat(json(new RelayMessage.Notice("n"))).isEqualTo("[\"NOTICE\",\"n\"]");
    assertThat(json(new RelayMessage.AuthChallenge("c"))).isEqualTo("[\"AUTH\",\"c\"]");
    assertThat(json(new RelayMessage.CountResult(SUB, 7)))
        .isEqualTo("[\"COUNT\",\"s\\\"1\",{\"count\":7}]");
    assertThat(json(new RelayMessage.NegMsg(SUB, new byte[] {0x61, 2})))
        .isEqualTo("[\"NEG-MSG\",\"s\\\"1\",\"6102\"]");
    assertThat(json(new RelayMessage.NegErr("s", "closed: x")))
        .isEqualTo("[\"NEG-ERR\",\"s\",\"closed: x\"]");
    assertThat(json(new RelayMessage.EventFor(SUB, Sample.utf8("{}"))))
        .isEqualTo("[\"EVENT\",\"s\\\"1\",{}]");
  }

  @Test
  void reasonsHaveAsciiTextsAndPagesOfTheirOwn() {
    assertThat(Reason.all().stream())
        .allSatisfy(reason -> {
          assertThat(reason.refusal().message())
              .matches("[ -~]+")
              .startsWith(reason.prefix().word() + ": ");
          assertThat(reason.wording().explanation()).endsWith(".");
          assertThat(reason.wording().remedy()).endsWith(".");
          assertThat(reason.slug()).matches("[a-z0-9-]+");
        });
    assertThat(Reason.all().stream().map(Reason::slug).collect(Collectors.toSet()))
        .hasSameSizeAs(Reason.all());
  }
}
