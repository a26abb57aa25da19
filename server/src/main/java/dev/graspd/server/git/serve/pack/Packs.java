package dev.graspd.server.git.serve.pack;

import dev.graspd.core.nostr.refusal.FetchReason;
import dev.graspd.core.nostr.refusal.Refusal;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.Refs;
import dev.graspd.server.git.JgitSetup;
import dev.graspd.server.git.serve.refs.FamilyRepository;
import dev.graspd.server.git.serve.refs.ProtocolVersion;
import dev.graspd.server.git.serve.refs.RefLines;
import dev.graspd.server.git.serve.request.FetchDraft;
import dev.graspd.server.git.serve.request.FetchRequest;
import dev.graspd.server.git.serve.request.ShallowLines;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.eclipse.jgit.errors.PackProtocolException;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.storage.pack.PackConfig;
import org.eclipse.jgit.transport.PreUploadHook;
import org.eclipse.jgit.transport.UploadPack;

/**
 * Answers one fetch through JGit, after checking its wants.
 *
 * @param family the tips that all repositories of the family serve
 */
public record Packs(FamilyRepository repository, Refs refs, Supplier<SortedSet<Oid>> family) {
  /** Read once: a configuration is parsed line by line. */
  private static final PackConfig PACKING = packing();

  private static PackConfig packing() {
    PackConfig config = new PackConfig(JgitSetup.config());
    config.setDeltaCompress(false);
    return config;
  }

  /** The result for a request. */
  public sealed interface Outcome {
    record Sent() implements Outcome {}

    /** No pack was begun; the words are for the client. */
    record Refused(Refusal why) implements Outcome {}
  }

  /**
   * Writes the answer.
   *
   * @param packBegins called when only the pack is left to write; with side-bands, each write from
   *     then on is a whole number of lines
   */
  Outcome send(FetchRequest request, OutputStream out, Runnable packBegins) throws IOException {
    Optional<Oid> foreign = WantCheck.foreign(repository, request.wants());
    if (foreign.isPresent()) {
      return notOurs(foreign.get());
    }
    Optional<FetchRequest> resolved = resolved(acknowledged(request), refs);
    if (resolved.isEmpty()) {
      return new Outcome.Refused(
          FetchReason.FETCH_MALFORMED.saying("upload-pack: deepen-not is not a ref"));
    }
    return send(resolved.get(), new ShallowLines(out, request.version()), packBegins);
  }

  private Outcome send(FetchRequest request, ShallowLines out, Runnable packBegins)
      throws IOException {
    FetchRequest plain = request;
    if (request.depth() instanceof FetchRequest.Depth.Further(var count)) {
      Deepening deepening = Deepening.of(repository, request.shallow(), count);
      out.tell(deepening.lines());
      if (request.end() == FetchRequest.End.NOTHING) {
        return new Outcome.Sent();
      }
      plain = deepening.insteadOf(request);
    }
    try (UploadPack upload = upload(request.version(), repository, packBegins)) {
      upload.uploadWithExceptionPropagation(new ByteArrayInputStream(plain.forJgit()), out, null);
    } catch (PackProtocolException e) {
      return new Outcome.Refused(
          FetchReason.FETCH_MALFORMED.saying(
              "upload-pack: " + FetchDraft.printable(String.valueOf(e.getMessage()))));
    } catch (EOFException e) {
      // The client only asked for shallow commits; JGit expects that only with deepen.
      if (request.end() != FetchRequest.End.NOTHING) {
        throw e;
      }
    }
    return new Outcome.Sent();
  }

  /** Removes haves that the client must not learn about. */
  private FetchRequest acknowledged(FetchRequest request) throws IOException {
    return request.haves().isEmpty()
        ? request
        : request.withHaves(new HaveCheck(repository, family).served(request));
  }

  public static Outcome.Refused notOurs(Oid want) {
    return new Outcome.Refused(
        FetchReason.FETCH_NOT_OURS.saying("upload-pack: not our ref " + want));
  }

  private static UploadPack upload(
      ProtocolVersion version, FamilyRepository repository, Runnable packBegins) {
    UploadPack upload = new UploadPack(repository);
    upload.setBiDirectionalPipe(false);
    // All wants are checked already, more strictly than JGit does.
    upload.setRequestValidator((_, _) -> {});
    upload.setPackConfig(new PackConfig(PACKING));
    upload.setPreUploadHook(new Beginning(packBegins));
    if (version == ProtocolVersion.V2) {
      upload.setExtraParameters(List.of("version=2"));
    }
    return upload;
  }

  /** Requests may only name refs of this repository, so JGit gets their values. */
  private static Optional<FetchRequest> resolved(FetchRequest request, Refs refs) {
    if (!(request.depth() instanceof FetchRequest.Depth.Bounded(_, var names))) {
      return Optional.of(request);
    }
    List<String> ids = new ArrayList<>();
    for (String name : names) {
      Optional<Oid> value = value(name, refs);
      if (value.isEmpty()) {
        return Optional.empty();
      }
      ids.add(value.get().hex());
    }
    return Optional.of(request.withNotRefs(ids));
  }

  private static Optional<Oid> value(String name, Refs refs) {
    if (name.equals(RefLines.HEAD)) {
      return RefLines.resolvedHead(refs).map(refs.values()::get);
    }
    return Stream.of("", "refs/", "refs/tags/", "refs/heads/")
        .flatMap(prefix -> RefName.parse(prefix + name).stream())
        .flatMap(ref -> Optional.ofNullable(refs.values().get(ref)).stream())
        .findFirst();
  }

  private record Beginning(Runnable packBegins) implements PreUploadHook {
    @Override
    public void onBeginNegotiateRound(
        UploadPack upload, Collection<? extends ObjectId> wants, int offered) {}

    @Override
    public void onEndNegotiateRound(
        UploadPack upload,
        Collection<? extends ObjectId> wants,
        int common,
        int notFound,
        boolean ready) {}

    @Override
    public void onSendPack(
        UploadPack upload,
        Collection<? extends ObjectId> wants,
        Collection<? extends ObjectId> haves) {
      packBegins.run();
    }
  }
}
