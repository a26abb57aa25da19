package dev.graspd.server.ops;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.Optional;

/** Explains a file error to operators, and how to solve it. */
public final class FileTrouble {
  private FileTrouble() {}

  /** Returns the end of a sentence such as "the directory … cannot be used: ". */
  public static String text(IOException trouble) {
    return switch (trouble) {
      case AccessDeniedException denied -> denied(denied.getFile());
      case NoSuchFileException missing -> missing.getFile() + " does not exist";
      case NotDirectoryException file -> file.getFile() + " is not a directory";
      case FileAlreadyExistsException file ->
          file.getFile() + " is there already, and not a directory";
      case FileSystemException other when other.getReason() != null ->
          other.getFile() + ": " + other.getReason() + advice(other.getReason());
      default -> Optional.ofNullable(trouble.getMessage()).orElse("input or output failed");
    };
  }

  private static String denied(String file) {
    String user = System.getProperty("user.name", "?");
    String owner = owner(Path.of(file)).map(name -> " (it belongs to " + name + ")").orElse("");
    return "user %s may not use %s%s: run graspd as the user that owns the data, or give the data to %s with 'chown -R'"
        .formatted(user, file, owner, user);
  }

  private static String advice(String reason) {
    return reason.startsWith("Read-only")
        ? " (mount it writable; under systemd, name the directory in StateDirectory= or ReadWritePaths=)"
        : "";
  }

  /** The owner of a file, or of the nearest readable directory above it. */
  private static Optional<String> owner(Path file) {
    for (Path path = file.toAbsolutePath(); path != null; path = path.getParent()) {
      try {
        return Optional.of(Files.getOwner(path).getName());
      } catch (IOException | UnsupportedOperationException e) {
        // Try the next directory above.
      }
    }
    return Optional.empty();
  }
}
