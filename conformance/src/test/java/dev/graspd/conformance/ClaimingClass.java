package dev.graspd.conformance;

import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ModifiersTree;
import com.sun.source.tree.NewArrayTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * The claims in the source of a test class. Sources, because the tests that claim are in two
 * modules and one of them is compiled later.
 *
 * @param claims those that stand at the class and count for each of its tests
 */
record ClaimingClass(String name, List<String> claims, List<ClaimingMethod> methods) {
  private static final Set<String> TESTS = Set.of("Test", "ParameterizedTest", "RepeatedTest");

  /** A method with what it claims itself. */
  record ClaimingMethod(String name, boolean isTest, List<String> claims) {}

  static List<ClaimingClass> read(List<Path> sources) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      JavacTask task =
          (JavacTask)
              compiler.getTask(
                  null, files, null, null, null, files.getJavaFileObjectsFromPaths(sources));
      List<ClaimingClass> classes = new ArrayList<>();
      for (CompilationUnitTree unit : task.parse()) {
        for (Tree type : unit.getTypeDecls()) {
          classes.add(of((ClassTree) type));
        }
      }
      return classes;
    }
  }

  /** Returns the tests that show something. */
  List<ClaimingMethod> claimingTests() {
    return methods.stream()
        .filter(ClaimingMethod::isTest)
        .filter(method -> !claims.isEmpty() || !method.claims().isEmpty())
        .toList();
  }

  private static ClaimingClass of(ClassTree type) {
    return new ClaimingClass(
        type.getSimpleName().toString(),
        claims(type.getModifiers()),
        type.getMembers().stream()
            .filter(MethodTree.class::isInstance)
            .map(member -> of((MethodTree) member))
            .toList());
  }

  private static ClaimingMethod of(MethodTree method) {
    boolean isTest =
        method.getModifiers().getAnnotations().stream()
            .anyMatch(annotation -> TESTS.contains(annotation.getAnnotationType().toString()));
    return new ClaimingMethod(method.getName().toString(), isTest, claims(method.getModifiers()));
  }

  private static List<String> claims(ModifiersTree modifiers) {
    return modifiers.getAnnotations().stream()
        .filter(annotation -> annotation.getAnnotationType().toString().equals("Claims"))
        .map(AnnotationTree::getArguments)
        .flatMap(List::stream)
        .flatMap(ClaimingClass::texts)
        .toList();
  }

  private static Stream<String> texts(ExpressionTree value) {
    return switch (value) {
      case AssignmentTree assignment -> texts(assignment.getExpression());
      case NewArrayTree array -> array.getInitializers().stream().flatMap(ClaimingClass::texts);
      case LiteralTree literal -> Stream.of((String) literal.getValue());
      default -> throw new AssertionError("a claim is a text: " + value);
    };
  }
}
