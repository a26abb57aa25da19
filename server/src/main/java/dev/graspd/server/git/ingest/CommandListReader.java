package dev.graspd.server.git.ingest;

import dev.graspd.core.nostr.HeapBytes;
import dev.graspd.core.nostr.refusal.PushReason;
import dev.graspd.core.nostr.refusal.Refusal;
import dev.graspd.core.nostr.text.Utf8;
import dev.graspd.core.policy.push.PushCommand;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefName;
import dev.graspd.server.charge.ByteBudget;
import dev.graspd.server.git.ingest.budget.RefusedException;
import dev.graspd.server.git.wire.Pkt;
import dev.graspd.server.git.wire.PktException;
import dev.graspd.server.git.wire.PktReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads the list of commands as git's receive-pack does, and refuses unknown lines. The server
 * executes these commands, never the client's bytes. Used once, by one thread.
 */
final class CommandListReader {
  private static final int CAPABILITIES_BYTES_MAX = 1 << 10;

  /** Bytes of a command as a line: its length, two ids, a ref, capabilities. */
  private static final int LINE_BYTES_MAX =
      Pkt.LENGTH_BYTES + 2 * (Oid.DIGITS + 1) + RefName.BYTES_MAX + 2 + CAPABILITIES_BYTES_MAX;

  private static final int PUSH_OPTIONS_MAX = 64;
  private static final int PUSH_OPTION_BYTES_MAX = 4 << 10;

  /** The heap of a command beside its ref: ids, its verdict, its line of the report. */
  private static final int COMMAND_HEAP_BYTES = 1 << 10;

  private static final String ONLY_SHA1 =
      "only object-format=sha1 is known here, not the ids of a SHA-256 repository";

  /** Two ids of a repository whose ids are longer than ours. */
  private static final Pattern LONGER_IDS = Pattern.compile("[0-9a-fA-F]{64} [0-9a-fA-F]{64} .*");

  private static final String SHALLOW = "shallow ";
  private static final String CERTIFICATE = "push-cert";

  private final PktReader reader;
  private final int commandsMax;
  private final ByteBudget.Charge memory;
  private final List<PushCommand> commands = new ArrayList<>();
  private PushCapabilities capabilities = PushCapabilities.NONE;
  private @Nullable Refusal wrong;
  private boolean inCertificate;
  private boolean hasLongRef;

  /** Bytes of the longest list; the stream refuses a longer one. */
  static long bytesMax(int commandsMax) {
    return (long) LINE_BYTES_MAX * commandsMax + (long) PUSH_OPTION_BYTES_MAX * PUSH_OPTIONS_MAX;
  }

  /**
   * Reads nothing yet.
   *
   * @param memory grows with the commands
   */
  CommandListReader(PktReader reader, int commandsMax, ByteBudget.Charge memory) {
    this.reader = reader;
    this.commandsMax = commandsMax;
    this.memory = memory;
  }

  /**
   * Reads the list.
   *
   * @throws RefusedException if there is no memory for it, or it takes too long
   */
  CommandList read() throws IOException {
    try {
      for (Pkt pkt = nextLine(); !(pkt instanceof Pkt.Flush); pkt = nextLine()) {
        take(pkt);
      }
      if (capabilities.pushOptions() && !inCertificate) {
        skipOptions();
      }
    } catch (PktException e) {
      refuse(PushReason.PUSH_MALFORMED.refusal(String.valueOf(e.getMessage())));
    }
    Refusal why = wrong;
    if (why != null) {
      return new CommandList.Wrong(List.copyOf(commands), capabilities, why);
    }
    return commands.isEmpty()
        ? new CommandList.Nothing()
        : new CommandList.Commands(List.copyOf(commands), capabilities);
  }

  private Pkt nextLine() throws IOException {
    return reader.next(LINE_BYTES_MAX);
  }

  private void take(Pkt pkt) throws IOException {
    if (!(pkt instanceof Pkt.Data(byte[] payload))) {
      throw new PktException("the list of commands is not ended by a flush");
    }
    if (!inCertificate) {
      take(text(payload));
    }
  }

  private static String text(byte[] payload) throws PktException {
    if (!Utf8.isValid(payload)) {
      throw new PktException("a command is not UTF-8");
    }
    String text = new String(payload, StandardCharsets.UTF_8);
    return text.endsWith("\n") ? text.substring(0, text.length() - 1) : text;
  }

  private void take(String text) throws IOException {
    int nul = text.indexOf('\0');
    String line = nul < 0 ? text : text.substring(0, nul);
    if (nul >= 0) {
      takeCapabilities(text.substring(nul + 1));
    }
    if (line.startsWith(SHALLOW)) {
      refuse(PushReason.PUSH_SHALLOW.refusal());
    } else if (line.equals(CERTIFICATE)) {
      inCertificate = true;
      refuse(PushReason.PUSH_CERTIFICATE.refusal());
    } else if (LONGER_IDS.matcher(line).matches()) {
      refuse(PushReason.PUSH_MALFORMED.refusal(ONLY_SHA1));
    } else {
      add(command(line));
    }
  }

  private void takeCapabilities(String words) {
    capabilities = capabilities.with(words);
    if (PushCapabilities.asksForOtherIds(words)) {
      refuse(PushReason.PUSH_MALFORMED.refusal(ONLY_SHA1));
    }
  }

  private void add(PushCommand command) throws RefusedException {
    if (commands.size() >= commandsMax) {
      refuse(PushReason.PUSH_TOO_MANY_COMMANDS.refusal("at most %,d".formatted(commandsMax)));
      return;
    }
    if (command.ref().getBytes(StandardCharsets.UTF_8).length > RefName.BYTES_MAX) {
      refuse(
          PushReason.PUSH_REF_FORBIDDEN.refusal(
              "a name has more than %d bytes".formatted(RefName.BYTES_MAX)));
      if (hasLongRef) {
        return;
      }
      // Keep the first one: it gets an answer.
      hasLongRef = true;
    }
    if (!memory.grow(COMMAND_HEAP_BYTES + HeapBytes.of(command.ref()))) {
      throw new RefusedException(PushReason.PUSH_BUSY.refusal());
    }
    commands.add(command);
  }

  /** Two ids and a ref, each after one space; ids may be in capitals, as git reads them. */
  private static PushCommand command(String line) throws PktException {
    int newAt = Oid.DIGITS + 1;
    int refAt = newAt + Oid.DIGITS + 1;
    if (line.length() < refAt || line.charAt(newAt - 1) != ' ' || line.charAt(refAt - 1) != ' ') {
      throw new PktException("expected old id, new id and ref");
    }
    Optional<Oid> oldValue = id(line.substring(0, Oid.DIGITS));
    Optional<Oid> newValue = id(line.substring(newAt, newAt + Oid.DIGITS));
    if (oldValue.isEmpty() || newValue.isEmpty()) {
      throw new PktException("expected old id, new id and ref");
    }
    return new PushCommand(line.substring(refAt), oldValue.get(), newValue.get());
  }

  private static Optional<Oid> id(String digits) {
    return Oid.parse(digits.toLowerCase(Locale.ROOT));
  }

  /** The client expects us to read the options; nobody uses them yet. */
  private void skipOptions() throws IOException {
    int count = 0;
    for (Pkt pkt = reader.next(PUSH_OPTION_BYTES_MAX);
        !(pkt instanceof Pkt.Flush);
        pkt = reader.next(PUSH_OPTION_BYTES_MAX)) {
      if (!(pkt instanceof Pkt.Data) || count++ == PUSH_OPTIONS_MAX) {
        throw new PktException("push options cannot be read");
      }
    }
  }

  /** Only the first fault is reported. */
  private void refuse(Refusal why) {
    if (wrong == null) {
      wrong = why;
    }
  }
}
