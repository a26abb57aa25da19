package dev.graspd.core.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventParser;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.nostr.ServiceAddress;
import dev.graspd.core.nostr.Signature;
import dev.graspd.core.nostr.Tag;
import dev.graspd.core.nostr.TagLimits;
import dev.graspd.core.nostr.UnsignedEvent;
import dev.graspd.core.nostr.refusal.EventReason;
import dev.graspd.core.nostr.refusal.Reason;
import dev.graspd.core.nostr.refusal.Refusal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GeneralChecksTest {
  private static final long NOW = 1_700_000_000;
  private static final PublicKey ALICE = PublicKey.parse("a1".repeat(32));
  private static final PublicKey BANNED = PublicKey.parse("bb".repeat(32));
  private static final SortedSet<PublicKey> NOBODY = Collections.emptySortedSet();

  private static AdmissionRules rules(boolean readOnly, int pow, boolean obey) {
    return new AdmissionRules(
        ServiceAddress.of("git.example.org", "/"),
        readOnly,
        600,
        900,
        3,
        5,
        900,
        pow,
        obey,
        new TreeSet<>(List.of(BANNED)));
  }

  private static final AdmissionRules RULES = rules(false, 0, true);

  private static Event event(PublicKey author, long at, int kind, String content, Tag... tags) {
    UnsignedEvent body = new UnsignedEvent(author, at, kind, List.of(tags), content);
    return body.signed(body.id(), Signature.of(new byte[64]));
  }

  private static Event note(Tag... tags) {
    return event(ALICE, NOW, 1, "", tags);
  }

  private static Optional<Reason> after(Event event, PublicKey... authenticated) {
    return GeneralChecks.afterVerification(event, RULES, new TreeSet<>(List.of(authenticated)), NOW)
        .map(Refusal::reason);
  }

  private static Optional<Reason> before(Event event) {
    return GeneralChecks.beforeVerification(event, RULES).map(Refusal::reason);
  }

  @Test
  void ordinaryEventPasses() {
    assertThat(before(note())).isEmpty();
    assertThat(after(note())).isEmpty();
  }

  @Test
  void sizeAndTagsHaveLimitsAndStatesHaveTheirOwn() {
    String large = "x".repeat(400);
    assertThat(before(event(ALICE, NOW, 1, large))).contains(EventReason.EVENT_TOO_LARGE);
    assertThat(before(event(ALICE, NOW, Kinds.REPO_STATE, large))).isEmpty();
    assertThat(before(event(ALICE, NOW, Kinds.REPO_STATE, "x".repeat(700))))
        .contains(EventReason.EVENT_TOO_LARGE);
    Tag[] four = IntStream.range(0, 4).mapToObj(i -> Tag.of("t")).toArray(Tag[]::new);
    assertThat(before(event(ALICE, NOW, 1, "", four))).contains(EventReason.TOO_MANY_TAGS);
    assertThat(before(event(ALICE, NOW, Kinds.REPO_STATE, "", four))).isEmpty();
  }

  @Test
  void readOnlyServerRefusesEverything() {
    assertThat(
            GeneralChecks.beforeVerification(note(), rules(true, 0, true)).orElseThrow().message())
        .isEqualTo("restricted: server is read-only");
  }

  @ParameterizedTest
  @CsvSource({"900,true", "901,false", "-1000000000,true"})
  void createdAtMayLieAheadOnlySoFar(long offset, boolean passes) {
    assertThat(after(event(ALICE, NOW + offset, 1, "")).isEmpty()).isEqualTo(passes);
  }

  @Test
  void textOfTheFutureIsTheOneOfTheSpecification() {
    assertThat(
            GeneralChecks.afterVerification(event(ALICE, NOW + 901, 1, ""), RULES, NOBODY, NOW)
                .orElseThrow()
                .message())
        .startsWith("invalid: created_at too far in the future");
  }

  @Test
  void expiredOnArrivalIsRefused() {
    assertThat(after(note(Tag.of("expiration", "" + NOW)))).contains(EventReason.EXPIRED);
    assertThat(after(note(Tag.of("expiration", "" + (NOW + 1))))).isEmpty();
  }

  @Test
  void protectedEventNeedsItsAuthor() {
    Event event = note(Tag.of("-"));
    assertThat(after(event)).contains(EventReason.PROTECTED);
    assertThat(after(event, BANNED)).contains(EventReason.PROTECTED_FROM_OTHERS);
    assertThat(after(event, ALICE)).isEmpty();
  }

  @Test
  void repostOfAProtectedEventIsRefused() {
    String inner = new String(note(Tag.of("-")).json(), StandardCharsets.UTF_8);
    assertThat(EventParser.parse(inner.getBytes(StandardCharsets.UTF_8), TagLimits.NONE))
        .isInstanceOf(EventParser.Result.Parsed.class);
    assertThat(after(event(ALICE, NOW, 6, inner))).contains(EventReason.PROTECTED_REPOST);
    assertThat(after(event(ALICE, NOW, 16, inner))).contains(EventReason.PROTECTED_REPOST);
    assertThat(after(event(ALICE, NOW, 1, inner))).isEmpty();
    assertThat(after(event(ALICE, NOW, 6, "no event"))).isEmpty();
  }

  @Test
  void bannedAuthorIsRefused() {
    assertThat(after(event(BANNED, NOW, 1, ""))).contains(EventReason.BANNED);
  }

  @Test
  void authEventIsNeverStored() {
    assertThat(after(event(ALICE, NOW, 22242, ""))).contains(EventReason.AUTH_AS_EVENT);
  }

  @Test
  void proofOfWorkIsAskedForWhenConfigured() {
    assertThat(GeneralChecks.afterVerification(note(), rules(false, 200, true), NOBODY, NOW))
        .map(Refusal::reason)
        .contains(EventReason.POW_TOO_LOW);
  }

  @Test
  void deletionHasAtMost1000Targets() {
    Tag[] targets =
        IntStream.range(0, 1001)
            .mapToObj(i -> Tag.of("e", String.format("%064x", i)))
            .toArray(Tag[]::new);
    assertThat(after(event(ALICE, NOW, 5, "", targets))).contains(EventReason.TOO_MANY_TARGETS);
    assertThat(after(event(ALICE, NOW, 5, "", Arrays.copyOf(targets, 1000)))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "1,     '',                      true,  STORE",
    "20001, '',                      true,  BROADCAST",
    "5,     '',                      true,  DELETE",
    "5,     '',                      false, STORE",
    "62,    ALL_RELAYS,              true,  VANISH",
    "62,    wss://git.example.org/,  true,  VANISH",
    "62,    wss://other.example,     true,  STORE",
    "62,    ALL_RELAYS,              false, STORE",
    "30617, '',                      true,  STORE"
  })
  void requestsAreObeyedWhenTheyConcernUs(
      int kind, String relay, boolean obey, StoreRequest expected) {
    assertThat(
            StoreRequest.of(
                event(ALICE, NOW, kind, "", Tag.of("relay", relay)), rules(false, 0, obey)))
        .isEqualTo(expected);
  }
}
