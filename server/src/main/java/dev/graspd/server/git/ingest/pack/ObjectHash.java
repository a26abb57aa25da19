package dev.graspd.server.git.ingest.pack;

import dev.graspd.server.git.ingest.budget.IngestFaults;
import dev.graspd.server.git.ingest.budget.RefusedException;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.util.sha1.SHA1;
import org.eclipse.jgit.util.sha1.Sha1CollisionException;

/** Computes ids of objects; content made to collide with another is refused. For one thread. */
final class ObjectHash {
  private final SHA1 sha1 = SHA1.newInstance().setDetectCollision(true);

  void begin(int kind, long size) {
    sha1.reset();
    sha1.update(Constants.encodedTypeString(kind));
    sha1.update((byte) ' ');
    sha1.update(Constants.encodeASCII(size));
    sha1.update((byte) 0);
  }

  void update(byte[] bytes, int length) {
    sha1.update(bytes, 0, length);
  }

  ObjectId id() throws RefusedException {
    try {
      return sha1.toObjectId();
    } catch (Sha1CollisionException e) {
      throw IngestFaults.broken("an object is made to collide with another");
    }
  }

  ObjectId of(int kind, byte[] content) throws RefusedException {
    begin(kind, content.length);
    update(content, content.length);
    return id();
  }
}
