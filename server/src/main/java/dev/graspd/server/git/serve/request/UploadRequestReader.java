package dev.graspd.server.git.serve.request;

import dev.graspd.core.nostr.HeapBytes;
import dev.graspd.server.git.serve.refs.LsRefs;
import dev.graspd.server.git.serve.refs.ProtocolVersion;
import dev.graspd.server.git.wire.Pkt;
import dev.graspd.server.git.wire.PktException;
import dev.graspd.server.git.wire.PktReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Reads a POST to {@code git-upload-pack}, in every version. */
public record UploadRequestReader(ServeLimits limits) {
  private static final byte[] LISTING = "command=ls-refs".getBytes(StandardCharsets.US_ASCII);
  private static final int LENGTH_BYTES = 4;

  /** Bytes of a line; the longest that git sends is the first want, with its capabilities. */
  private static final int LINE_BYTES_MAX = 4 << 10;

  /** Returns whether a request of version 2 begins as one for refs. */
  public static boolean isListing(byte[] body) {
    int end = LENGTH_BYTES + LISTING.length;
    return body.length >= end && Arrays.equals(body, LENGTH_BYTES, end, LISTING, 0, LISTING.length);
  }

  /**
   * Reads a request.
   *
   * @param memory charged with the request; belongs to the caller
   * @throws IOException if the body cannot be read, or is no stream of pkt-lines
   */
  public UploadRequest read(InputStream body, ProtocolVersion version, RequestMemory memory)
      throws IOException {
    PktReader in = new PktReader(body);
    FetchDraft draft = new FetchDraft(limits, memory);
    try {
      return version == ProtocolVersion.V2 ? command(in, draft, memory) : wants(in, version, draft);
    } catch (WrongRequestException e) {
      return e.wrong();
    }
  }

  private static UploadRequest wants(PktReader in, ProtocolVersion version, FetchDraft draft)
      throws IOException, WrongRequestException {
    Pkt pkt = in.next(LINE_BYTES_MAX);
    if (!(pkt instanceof Pkt.Data first)) {
      return new UploadRequest.Nothing();
    }
    firstWant(first.text(), draft);
    for (pkt = in.next(LINE_BYTES_MAX);
        pkt instanceof Pkt.Data line;
        pkt = in.next(LINE_BYTES_MAX)) {
      takeUnless(isHave(line.text()), line.text(), draft);
    }
    if (!(pkt instanceof Pkt.Flush)) {
      throw new PktException("wants do not end with a flush");
    }
    return new UploadRequest.Fetch(draft.finished(version, haves(in, draft)));
  }

  /** The first want carries the capabilities. */
  private static void firstWant(String line, FetchDraft draft) throws WrongRequestException {
    String[] words = line.split(" ", -1);
    if (words.length < 2 || !words[0].equals("want")) {
      throw unexpected(line);
    }
    draft.take(words[0] + " " + words[1]);
    for (int i = 2; i < words.length; i++) {
      draft.capability(words[i]);
    }
  }

  private static FetchRequest.End haves(PktReader in, FetchDraft draft)
      throws IOException, WrongRequestException {
    FetchRequest.End end = FetchRequest.End.NOTHING;
    for (Pkt pkt = in.next(LINE_BYTES_MAX);
        !(pkt instanceof Pkt.End);
        pkt = in.next(LINE_BYTES_MAX)) {
      if (pkt instanceof Pkt.Data data) {
        String line = data.text();
        if (line.equals("done")) {
          return FetchRequest.End.DONE;
        }
        takeUnless(!isHave(line), line, draft);
      }
      end = FetchRequest.End.FLUSH;
    }
    return end;
  }

  private static boolean isHave(String line) {
    return line.startsWith("have ");
  }

  /** In versions 0 and 1 a flush separates wants from haves. */
  private static void takeUnless(boolean isMisplaced, String line, FetchDraft draft)
      throws WrongRequestException {
    if (isMisplaced || !draft.take(line)) {
      throw unexpected(line);
    }
  }

  private static UploadRequest command(PktReader in, FetchDraft draft, RequestMemory memory)
      throws IOException, WrongRequestException {
    Optional<String> command = Optional.empty();
    Pkt pkt = in.next(LINE_BYTES_MAX);
    for (; pkt instanceof Pkt.Data line; pkt = in.next(LINE_BYTES_MAX)) {
      String text = line.text();
      if (text.startsWith("command=")) {
        command = Optional.of(text.substring("command=".length()));
      } else if (text.startsWith("object-format=")) {
        FetchDraft.objectFormat(text.substring("object-format=".length()));
      }
    }
    if (command.isEmpty()) {
      return new UploadRequest.Nothing();
    }
    boolean hasArguments = pkt instanceof Pkt.Delim;
    return switch (command.get()) {
      case "ls-refs" -> new UploadRequest.Listing(listing(in, hasArguments, memory));
      case "fetch" -> fetch(in, hasArguments, draft);
      default ->
          throw new WrongRequestException(
              "unknown command: " + FetchDraft.printable(command.get()));
    };
  }

  private static LsRefs listing(PktReader in, boolean hasArguments, RequestMemory memory)
      throws IOException, WrongRequestException {
    boolean peel = false;
    boolean symrefs = false;
    boolean unborn = false;
    List<String> prefixes = new ArrayList<>();
    Pkt pkt = hasArguments ? in.next(LINE_BYTES_MAX) : new Pkt.Flush();
    for (; pkt instanceof Pkt.Data data; pkt = in.next(LINE_BYTES_MAX)) {
      String line = data.text();
      switch (line) {
        case "peel" -> peel = true;
        case "symrefs" -> symrefs = true;
        case "unborn" -> unborn = true;
        default -> prefix(line, prefixes, memory);
      }
    }
    return new LsRefs(peel, symrefs, unborn, prefixes);
  }

  private static void prefix(String line, List<String> prefixes, RequestMemory memory)
      throws WrongRequestException {
    if (!line.startsWith("ref-prefix ")) {
      throw unexpected(line);
    }
    if (prefixes.size() > LsRefs.PREFIXES_MAX) {
      return;
    }
    String prefix = LsRefs.bounded(line.substring("ref-prefix ".length()));
    memory.charge(HeapBytes.of(prefix) + RequestMemory.SLOT_BYTES);
    prefixes.add(prefix);
  }

  private static UploadRequest fetch(PktReader in, boolean hasArguments, FetchDraft draft)
      throws IOException, WrongRequestException {
    FetchRequest.End end = FetchRequest.End.FLUSH;
    Pkt pkt = hasArguments ? in.next(LINE_BYTES_MAX) : new Pkt.Flush();
    for (; pkt instanceof Pkt.Data data; pkt = in.next(LINE_BYTES_MAX)) {
      String line = data.text();
      if (line.equals("done")) {
        end = FetchRequest.End.DONE;
      } else if (!draft.takeWord(line)) {
        takeUnless(false, line, draft);
      }
    }
    return draft.wantsNothing()
        ? new UploadRequest.Nothing()
        : new UploadRequest.Fetch(draft.finished(ProtocolVersion.V2, end));
  }

  private static WrongRequestException unexpected(String line) {
    return new WrongRequestException("unexpected line: " + FetchDraft.printable(line));
  }
}
