package dev.graspd.server.site.openapi;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * An address of the API.
 *
 * @param template below the base path; names in braces stand for parts of an address
 * @param operation its name for generators of clients
 * @param keys of its query
 */
public record ApiRoute(
    String template, String operation, String summary, List<Key> keys, List<Answer> answers) {
  static final String MALFORMED = "A key or a value of the query is not known";

  private static final String BUSY = "The server has too much to do now";
  private static final Pattern PARAMETER = Pattern.compile("\\{([a-z]+)}");
  private static final int OK = 200;
  private static final int NOT_MODIFIED = 304;

  /**
   * A key of a query.
   *
   * @param description what its value means
   */
  record Key(String name, Schema value, String description) {}

  /**
   * A possible answer.
   *
   * @param type of its document; empty if it has none
   * @param schema the name of the form of its document
   */
  record Answer(int status, String type, String schema, String description) {}

  public ApiRoute {
    keys = List.copyOf(keys);
    answers = List.copyOf(answers);
  }

  /** Returns the names in braces, in order. */
  public List<String> parameters() {
    return PARAMETER.matcher(template).results().map(match -> match.group(1)).toList();
  }

  /** Returns an address of this form. */
  public String example() {
    return PARAMETER
        .matcher(template)
        .replaceAll((MatchResult match) -> ApiParameter.of(match.group(1)).example());
  }

  /** A route whose document has the form of a schema. */
  static ApiRoute of(String template, String operation, String summary, String schema) {
    Answer document = new Answer(OK, "application/json", schema, summary);
    return new ApiRoute(template, operation, summary, List.of(), List.of(document))
        .orProblem(429, "The address has used its time of the processor")
        .orProblem(503, BUSY);
  }

  /** Returns the same with keys of a query; a malformed one is refused. */
  ApiRoute with(Key... more) {
    return new ApiRoute(
            template,
            operation,
            summary,
            Stream.concat(keys.stream(), Stream.of(more)).toList(),
            answers)
        .orProblem(400, MALFORMED);
  }

  /** Returns the same with another possible answer. */
  ApiRoute or(Answer answer) {
    List<Answer> more = new ArrayList<>(answers);
    more.removeIf(one -> one.status == answer.status);
    more.add(answer);
    return new ApiRoute(template, operation, summary, keys, more);
  }

  ApiRoute orProblem(int status, String description) {
    return or(new Answer(status, "application/problem+json", "Problem", description));
  }

  /** Returns the same with a version, which a client need not receive again. */
  ApiRoute versioned() {
    return or(new Answer(NOT_MODIFIED, "", "", "The client has this version"));
  }

  boolean isVersioned() {
    return answers.stream().anyMatch(answer -> answer.status == NOT_MODIFIED);
  }

  /** Returns whether it is a list whose answers link the next part. */
  boolean isList() {
    return keys.stream().anyMatch(key -> key.name.equals("cursor"));
  }
}
