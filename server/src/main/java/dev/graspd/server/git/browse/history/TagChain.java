package dev.graspd.server.git.browse.history;

import dev.graspd.core.repo.Oid;
import dev.graspd.server.git.JgitIds;
import dev.graspd.server.git.browse.CodeReader;
import dev.graspd.server.git.browse.Commits;
import dev.graspd.server.git.browse.ObjectSignature;
import dev.graspd.server.git.browse.Outcome;
import dev.graspd.server.git.browse.Revision;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.jgit.errors.LargeObjectException;
import org.eclipse.jgit.errors.MissingObjectException;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectLoader;
import org.eclipse.jgit.util.RawParseUtils;

/**
 * The object that a tag leads to, and the tag objects between them.
 *
 * @param tags in their order; none for a lightweight tag, several for a tag of a tag
 */
public record TagChain(List<TagFacts> tags, Revision.Target target) {
  private static final int TAGS_MAX = 16;
  private static final int TAG_BYTES_MAX = 1 << 20;

  private static final Pattern HEADER =
      Pattern.compile("object ([0-9a-f]{40})\ntype [a-z]+\ntag ([^\n]*)\n");
  private static final Pattern SIGNATURE =
      Pattern.compile("(?m)^-----BEGIN (PGP|SSH) (SIGNATURE|MESSAGE)|^-----BEGIN SIGNED MESSAGE");

  public TagChain {
    tags = List.copyOf(tags);
  }

  /** Follows the value of a tag to something that is no tag object. */
  public static Outcome<TagChain> of(CodeReader code, Oid value) throws IOException {
    List<TagFacts> tags = new ArrayList<>();
    Oid at = value;
    try {
      while (tags.size() <= TAGS_MAX) {
        ObjectLoader object = code.objects().open(JgitIds.of(at));
        if (object.getType() != Constants.OBJ_TAG) {
          Revision.Target target = new Revision.Target(kind(object.getType()), at);
          return new Outcome.Found<>(new TagChain(tags, target));
        }
        byte[] raw = object.getCachedBytes(TAG_BYTES_MAX);
        Matcher header = header(raw);
        tags.add(facts(at, raw, header));
        at = new Oid(header.group(1));
      }
      return new Outcome.TooMuch<>();
    } catch (MissingObjectException _) {
      // Its git data is lost and being sought.
      return new Outcome.Absent<>();
    } catch (LargeObjectException _) {
      return new Outcome.TooMuch<>();
    }
  }

  private static Revision.Kind kind(int type) throws IOException {
    return switch (type) {
      case Constants.OBJ_COMMIT -> Revision.Kind.COMMIT;
      case Constants.OBJ_TREE -> Revision.Kind.TREE;
      case Constants.OBJ_BLOB -> Revision.Kind.BLOB;
      default -> throw new IOException("an object of no kind: " + type);
    };
  }

  private static Matcher header(byte[] raw) throws IOException {
    Matcher header = HEADER.matcher(new String(raw, StandardCharsets.ISO_8859_1));
    if (!header.lookingAt()) {
      throw new IOException("a tag without a header");
    }
    return header;
  }

  private static TagFacts facts(Oid oid, byte[] raw, Matcher header) {
    int tagger = RawParseUtils.tagger(raw, 0);
    int found = RawParseUtils.tagMessage(raw, 0);
    int begin = found < 0 ? raw.length : found;
    int end = signatureIn(raw, begin);
    return new TagFacts(
        oid,
        Commits.text(raw, header.start(2), header.end(2)),
        tagger < 0 ? Optional.empty() : Optional.of(Commits.person(raw, tagger)),
        Commits.text(raw, begin, end),
        ObjectSignature.of(java.util.Arrays.copyOfRange(raw, end, raw.length)));
  }

  private static int signatureIn(byte[] raw, int from) {
    String message = new String(raw, from, raw.length - from, StandardCharsets.ISO_8859_1);
    Matcher signature = SIGNATURE.matcher(message);
    return signature.find() ? from + signature.start() : raw.length;
  }
}
