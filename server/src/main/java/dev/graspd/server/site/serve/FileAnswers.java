package dev.graspd.server.site.serve;

import dev.graspd.core.nostr.refusal.PageReason;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.tree.TreeName;
import dev.graspd.server.git.browse.CodeReader;
import dev.graspd.server.git.browse.Outcome;
import dev.graspd.server.git.browse.TreeEntry;
import dev.graspd.server.git.browse.TreeFinder.Spot;
import dev.graspd.server.git.download.Downloads;
import dev.graspd.server.site.address.Place;
import dev.graspd.server.site.address.RepositoryView;
import dev.graspd.server.site.download.DownloadCache;
import dev.graspd.server.site.file.ByteRange;
import dev.graspd.server.site.file.DownloadName;
import dev.graspd.server.site.file.RawType;
import dev.graspd.server.site.serve.Revisions.Found;
import dev.graspd.server.web.site.EntityTags;
import dev.graspd.server.web.site.SiteReply;
import dev.graspd.server.web.site.SiteRequest;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/** Finds files and downloads, and decides how they are sent. For one thread. */
record FileAnswers(
    CodeReader code, RepoAddress repository, PageBudgets budgets, DownloadCache cache) {
  /** No content of a file runs anywhere, and no other site shows it. */
  private static final String POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

  /** A new one would change the bytes of downloads. */
  private static final String FORMAT_VERSION = "2";

  FileAnswer find(SiteRequest request, RepositoryView view) throws IOException {
    return switch (view) {
      case RepositoryView.Raw(var place) -> raw(request, place);
      case RepositoryView.Download(var revision, var format) -> download(request, revision, format);
      default -> new FileAnswer.Refused(SiteReplies.notFound());
    };
  }

  // ---- files

  private FileAnswer raw(SiteRequest request, Place place) throws IOException {
    Outcome<Found> found = new Revisions(code, budgets).find(place);
    if (!(found instanceof Outcome.Found<Found>(var at))) {
      return new FileAnswer.Refused(missing(found));
    }
    Outcome<Spot> spot = code.at(at.target(), at.path());
    if (!(spot instanceof Outcome.Found<Spot>(Spot.OfEntry(var entry))) || !isContent(entry)) {
      return new FileAnswer.Refused(SiteReplies.notFound());
    }
    if (entry.size() > PageBudgets.RAW_BYTES) {
      return new FileAnswer.Refused(SiteReplies.refused(413, PageReason.FILE_TOO_LARGE));
    }
    return part(request, place, entry);
  }

  private static boolean isContent(TreeEntry entry) {
    return entry.mode() != TreeEntry.Mode.SUBMODULE && entry.mode() != TreeEntry.Mode.DIRECTORY;
  }

  private FileAnswer part(SiteRequest request, Place place, TreeEntry entry) throws IOException {
    SortedMap<String, String> headers = rawHeaders(place, entry);
    if (request.knows(EntityTags.strong(entry.oid().hex()))) {
      return new FileAnswer.Refused(new SiteReply(304, headers));
    }
    ByteRange range =
        request
            .range()
            .filter(_ -> !request.isHead())
            .map(header -> ByteRange.parse(header, entry.size()))
            .orElseGet(ByteRange.Whole::new);
    return switch (range) {
      case ByteRange.Whole() -> body(200, headers, entry, 0, entry.size());
      case ByteRange.Part part -> {
        headers.put(
            "Content-Range", "bytes " + part.first() + "-" + part.last() + "/" + entry.size());
        yield body(206, headers, entry, part.first(), part.length());
      }
      case ByteRange.Beyond() ->
          new FileAnswer.Refused(
              new SiteReply(416, Map.of("Content-Range", "bytes */" + entry.size())));
    };
  }

  private FileAnswer body(
      int status, SortedMap<String, String> headers, TreeEntry entry, long first, long length) {
    return new FileAnswer.Body(
        status,
        headers,
        OptionalLong.of(length),
        length,
        Optional.empty(),
        out -> code.copy(entry.oid(), first, length, out));
  }

  private SortedMap<String, String> rawHeaders(Place place, TreeEntry entry) throws IOException {
    byte[] beginning = code.blob(entry.oid(), RawType.LOOK_BYTES).beginning();
    TreeName name = place.names().getLast();
    RawType type = RawType.of(name.text(), beginning);
    SortedMap<String, String> headers = new TreeMap<>();
    headers.put("Content-Type", type.contentType());
    headers.put("ETag", EntityTags.strong(entry.oid().hex()));
    headers.put("Accept-Ranges", "bytes");
    headers.put("X-Robots-Tag", "noindex");
    headers.put("Cache-Control", lasting(place.names().getFirst().text()));
    headers.put("Content-Security-Policy", POLICY);
    headers.put("Cross-Origin-Resource-Policy", "same-origin");
    if (type.isAttachment()) {
      headers.put("Content-Disposition", "attachment");
    }
    return headers;
  }

  /** Not for a year: what its owner deletes must go. */
  private static String lasting(String revision) {
    return Lasting.isWhole(revision) ? "public, max-age=86400, immutable" : "no-cache";
  }

  // ---- downloads

  private FileAnswer download(SiteRequest request, String revision, RepositoryView.Format format)
      throws IOException {
    Outcome<Found> found = new Revisions(code, budgets).find(revision);
    if (!(found instanceof Outcome.Found<Found>(var at))) {
      return new FileAnswer.Refused(missing(found));
    }
    Optional<Oid> commit = at.target().commit();
    if (commit.isEmpty()) {
      return new FileAnswer.Refused(SiteReplies.notFound());
    }
    DownloadName name = DownloadName.of(repository.identifier(), at.target().ref(), commit.get());
    String tag = tag(commit.get(), name, format);
    SortedMap<String, String> headers = downloadHeaders(revision, format, name, tag);
    if (request.knows(tag)) {
      return new FileAnswer.Refused(new SiteReply(304, headers));
    }
    if (request.isHead()) {
      return new FileAnswer.Body(200, headers, OptionalLong.empty(), 0, Optional.empty(), _ -> {});
    }
    Optional<DownloadCache.Key> kept = at.target().ref().flatMap(ref -> key(ref, tag));
    Optional<DownloadCache.Reader> here = kept.flatMap(cache::find);
    return here.isPresent()
        ? new FileAnswer.Ready(headers, here.get())
        : download(commit.get(), name, format, headers, kept);
  }

  /** Of branches and commits there are too many downloads to keep them. */
  private Optional<DownloadCache.Key> key(RefName ref, String version) {
    return Optional.ofNullable(code.refs().values().get(ref))
        .filter(_ -> ref.isTag())
        .map(value -> new DownloadCache.Key(repository, ref, value, version));
  }

  private static String tag(Oid commit, DownloadName name, RepositoryView.Format format) {
    return EntityTags.strong(
        commit.hex()
            + "-"
            + Integer.toHexString(name.text().hashCode())
            + format.ending()
            + "-"
            + FORMAT_VERSION);
  }

  private FileAnswer download(
      Oid commit,
      DownloadName name,
      RepositoryView.Format format,
      SortedMap<String, String> headers,
      Optional<DownloadCache.Key> kept)
      throws IOException {
    Downloads downloads = Downloads.of(code);
    OptionalLong content = downloads.contentBytes(commit, budgets.download());
    if (content.isEmpty()) {
      return new FileAnswer.Refused(SiteReplies.refused(413, PageReason.FILE_TOO_LARGE));
    }
    return new FileAnswer.Body(
        200,
        headers,
        OptionalLong.empty(),
        content.getAsLong(),
        kept,
        out -> {
          boolean isWhole =
              downloads.write(commit, formatOf(format), name.prefix(), out, budgets.download());
          if (!isWhole) {
            throw new IOException("the download takes too long");
          }
        });
  }

  private static Downloads.Format formatOf(RepositoryView.Format format) {
    return switch (format) {
      case TAR_GZ -> Downloads.Format.TAR_GZ;
      case TAR -> Downloads.Format.TAR;
      case ZIP -> Downloads.Format.ZIP;
    };
  }

  private static SortedMap<String, String> downloadHeaders(
      String revision, RepositoryView.Format format, DownloadName name, String tag) {
    SortedMap<String, String> headers = new TreeMap<>();
    headers.put("Content-Type", contentType(format));
    headers.put("Content-Disposition", name.disposition(format.ending()));
    headers.put("ETag", tag);
    headers.put("Cache-Control", lasting(revision));
    headers.put("X-Robots-Tag", "noindex");
    return headers;
  }

  private static String contentType(RepositoryView.Format format) {
    return switch (format) {
      case TAR_GZ -> "application/gzip";
      case TAR -> "application/x-tar";
      case ZIP -> "application/zip";
    };
  }

  private static SiteReply missing(Outcome<Found> found) {
    return found instanceof Outcome.TooMuch<Found>
        ? SiteReplies.refused(503, PageReason.PAGE_TOO_COSTLY)
        : SiteReplies.notFound();
  }
}
