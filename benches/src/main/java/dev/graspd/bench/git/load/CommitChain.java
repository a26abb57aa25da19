package dev.graspd.bench.git.load;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.zip.Deflater;

/** A chain of commits, each with the pack of its push; the same in every run. */
public final class CommitChain {
  private static final long SEED = 0x67726173_70640003L;
  private static final int FILE_RANDOM_BYTES = 1_500;
  private static final int OBJECT_HEADER_BITS = 4;
  private static final int PACK_VERSION = 2;

  /** One push. */
  public record Link(String from, String to, byte[] pack) {
    public byte[] body() {
      return PushBody.moving(from, to, pack);
    }
  }

  private enum Kind {
    COMMIT(1),
    TREE(2),
    BLOB(3);

    private final int number;

    Kind(int number) {
      this.number = number;
    }

    private String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private record GitObject(Kind kind, byte[] content) {
    byte[] id() {
      MessageDigest sha1 = PackAnswer.sha1();
      sha1.update((kind.word() + " " + content.length + "\0").getBytes(StandardCharsets.US_ASCII));
      return sha1.digest(content);
    }

    String hex() {
      return HexFormat.of().formatHex(id());
    }
  }

  private CommitChain() {}

  /** Returns so many pushes; the first one makes the branch. */
  public static List<Link> of(int length) {
    SplittableRandom random = new SplittableRandom(SEED);
    GitObject readme = blob(random);
    List<Link> chain = new ArrayList<>();
    String from = PushBody.ZERO;
    for (int i = 0; i < length; i++) {
      GitObject file = blob(random);
      GitObject tree = tree(readme, file);
      GitObject commit = commit(tree, from, i);
      List<GitObject> fresh =
          i == 0 ? List.of(commit, tree, readme, file) : List.of(commit, tree, file);
      chain.add(new Link(from, commit.hex(), pack(fresh)));
      from = commit.hex();
    }
    return chain;
  }

  private static GitObject blob(SplittableRandom random) {
    byte[] bytes = new byte[FILE_RANDOM_BYTES];
    random.nextBytes(bytes);
    return new GitObject(Kind.BLOB, Base64.getMimeEncoder().encode(bytes));
  }

  private static GitObject tree(GitObject readme, GitObject file) {
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    content.writeBytes("100644 README\0".getBytes(StandardCharsets.US_ASCII));
    content.writeBytes(readme.id());
    content.writeBytes("100644 file\0".getBytes(StandardCharsets.US_ASCII));
    content.writeBytes(file.id());
    return new GitObject(Kind.TREE, content.toByteArray());
  }

  private static GitObject commit(GitObject tree, String parent, int number) {
    String who = " A <a@example.org> " + (1_700_000_000L + number) + " +0000\n";
    String text =
        "tree "
            + tree.hex()
            + "\n"
            + (parent.equals(PushBody.ZERO) ? "" : "parent " + parent + "\n")
            + ("author" + who)
            + ("committer" + who)
            + ("\nchange " + number + "\n");
    return new GitObject(Kind.COMMIT, text.getBytes(StandardCharsets.US_ASCII));
  }

  private static byte[] pack(List<GitObject> objects) {
    ByteArrayOutputStream pack = new ByteArrayOutputStream();
    pack.writeBytes("PACK".getBytes(StandardCharsets.US_ASCII));
    pack.writeBytes(ByteBuffer.allocate(8).putInt(PACK_VERSION).putInt(objects.size()).array());
    objects.forEach(object -> write(object, pack));
    pack.writeBytes(PackAnswer.sha1().digest(pack.toByteArray()));
    return pack.toByteArray();
  }

  private static void write(GitObject object, ByteArrayOutputStream pack) {
    int size = object.content().length;
    int first = (object.kind().number << OBJECT_HEADER_BITS) | (size & 0xf);
    size >>>= OBJECT_HEADER_BITS;
    while (size > 0) {
      pack.write(first | 0x80);
      first = size & 0x7f;
      size >>>= 7;
    }
    pack.write(first);
    try (Deflater deflater = new Deflater()) {
      deflater.setInput(object.content());
      deflater.finish();
      byte[] buffer = new byte[object.content().length + 64];
      while (!deflater.finished()) {
        pack.write(buffer, 0, deflater.deflate(buffer));
      }
    }
  }
}
