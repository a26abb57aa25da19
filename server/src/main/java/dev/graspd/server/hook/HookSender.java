package dev.graspd.server.hook;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.graspd.core.hook.Attempt;
import dev.graspd.core.store.hook.Delivery;
import dev.graspd.core.store.hook.Hook;
import dev.graspd.core.store.hook.HookSecret;
import dev.graspd.server.egress.dial.NamedBy;
import dev.graspd.server.egress.dial.Target;
import dev.graspd.server.egress.http.FetchDeadline;
import dev.graspd.server.egress.http.FetchLimits;
import dev.graspd.server.egress.http.HttpClient;
import dev.graspd.server.egress.http.StreamAnswer;
import dev.graspd.server.egress.http.StreamRequest;
import dev.graspd.server.egress.http.StreamResult;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Posts signed bodies to receivers (WH-3, WH-4). Follows no redirect. Thread-safe.
 *
 * @param client opens connections when it is first needed
 * @param within how long an attempt may take in all
 */
public record HookSender(Supplier<HttpClient> client, Duration within) {
  /** How long an attempt may take. */
  public static final Duration WITHIN = Duration.ofSeconds(10);

  /** Bytes of an answer that are read; nobody looks at them. */
  static final int ANSWER_BYTES_MAX = 4 << 10;

  static final String TOPIC = "graspd-event";
  static final String DELIVERY = "graspd-delivery";
  static final String HOOK = "graspd-hook";
  static final String SIGNATURE = "graspd-signature";

  private static final String ALGORITHM = "HmacSHA256";

  /** Returns the deadline of an attempt that begins now; cancelling it ends the attempt. */
  FetchDeadline deadline() {
    return new FetchDeadline(
        new FetchLimits(within, Long.MAX_VALUE, Duration.ZERO, 0, within), System::nanoTime);
  }

  /** Sends a body and waits for the head of the answer. */
  Attempt send(Hook hook, Delivery delivery, byte[] body, FetchDeadline deadline) {
    SortedMap<String, String> headers = new TreeMap<>();
    headers.put("content-type", "application/json");
    headers.put(TOPIC, delivery.topic().word());
    headers.put(DELIVERY, delivery.token());
    headers.put(HOOK, Long.toString(hook.id()));
    headers.put(SIGNATURE, signature(hook.secret(), body));
    NamedBy namedBy = hook.anyAddress() ? NamedBy.OPERATOR : NamedBy.STRANGER;
    return switch (Target.parse(hook.url(), namedBy)) {
      case Target.Parsed.Invalid(var why) -> new Attempt.Failed("the URL " + why);
      case Target.Parsed.Valid(var target) ->
          send(new StreamRequest(target, headers, Optional.of(body), ANSWER_BYTES_MAX), deadline);
    };
  }

  private Attempt send(StreamRequest request, FetchDeadline deadline) {
    return switch (client.get().send(request, deadline)) {
      case StreamResult.Answered(var answer) -> status(answer);
      case StreamResult.Failed(var failure, _) -> new Attempt.Failed(failure.text());
    };
  }

  /** A receiver that closes, or stops, within its answer has answered. */
  private static Attempt status(StreamAnswer answer) {
    try (answer) {
      byte[] _ = answer.body().readNBytes(ANSWER_BYTES_MAX);
    } catch (IOException _) {
      return new Attempt.Answered(answer.status());
    }
    return new Attempt.Answered(answer.status());
  }

  /** Returns the value of the header that proves who sent a body (WH-3). */
  static String signature(HookSecret secret, byte[] body) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(secret.text().getBytes(US_ASCII), ALGORITHM));
      return "sha256=" + HexFormat.of().formatHex(mac.doFinal(body));
    } catch (GeneralSecurityException e) {
      throw new AssertionError("every JDK has HMAC with SHA-256", e);
    }
  }
}
