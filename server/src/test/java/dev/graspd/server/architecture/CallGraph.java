package dev.graspd.server.architecture;

import dev.graspd.core.store.blocking.Blocking;
import dev.graspd.core.store.blocking.NeverBlocking;
import dev.graspd.server.base.HandsOver;
import dev.graspd.server.base.OffEventLoop;
import dev.graspd.server.base.OnEventLoop;
import io.netty.channel.ChannelHandler;
import java.io.IOException;
import java.lang.annotation.Annotation;
import java.lang.classfile.AttributedElement;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Which methods of ours call which, from their byte code. A call of an interface or of an open
 * class leads to all its implementations here. The body of a lambda belongs to the method that
 * makes it, unless it goes to another thread: then nobody calls it. ArchUnit does not tell which
 * lambda goes where.
 */
final class CallGraph {
  private static final String OURS = "dev.graspd.";

  /** A method, as a call names it. */
  record Method(String owner, String name, String type) implements Comparable<Method> {
    @Override
    public int compareTo(Method other) {
      return toString().compareTo(other.toString());
    }

    @Override
    public String toString() {
      return owner + "." + name + type;
    }

    String shortly() {
      return owner.substring(owner.lastIndexOf('.') + 1) + "." + name;
    }
  }

  private record Code(MethodModel model, List<Method> calls) {}

  private final Map<String, ClassModel> classes = new TreeMap<>();
  private final Map<String, SortedSet<String>> subtypes = new TreeMap<>();
  private final Map<Method, Code> methods = new TreeMap<>();

  /** Bodies of lambdas that event loops run, wherever they are made. */
  private final SortedSet<Method> tasksOfLoops = new TreeSet<>();

  /** Reads all classes in some directories and jars. */
  static CallGraph of(List<Path> places) throws IOException {
    CallGraph graph = new CallGraph();
    for (Path place : places) {
      if (Files.isDirectory(place)) {
        graph.read(place);
      } else {
        try (FileSystem jar = FileSystems.newFileSystem(place)) {
          graph.read(jar.getPath("/"));
        }
      }
    }
    graph.classes.forEach(graph::addSubtype);
    graph.classes.forEach(graph::addMethods);
    return graph;
  }

  private void read(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.filter(one -> one.toString().endsWith(".class")).toList()) {
        ClassModel model = ClassFile.of().parse(Files.readAllBytes(file));
        classes.put(name(model.thisClass().asSymbol()), model);
      }
    }
  }

  int size() {
    return methods.size();
  }

  private void addSubtype(String name, ClassModel model) {
    parents(model)
        .forEach(parent -> subtypes.computeIfAbsent(parent, _ -> new TreeSet<>()).add(name));
  }

  private static List<String> parents(ClassModel model) {
    return Stream.concat(model.superclass().stream(), model.interfaces().stream())
        .map(parent -> name(parent.asSymbol()))
        .toList();
  }

  private void addMethods(String owner, ClassModel model) {
    for (MethodModel method : model.methods()) {
      Method key =
          new Method(owner, method.methodName().stringValue(), method.methodType().stringValue());
      methods.put(key, new Code(method, new Calls(method).all()));
    }
  }

  static String name(ClassDesc type) {
    String descriptor = type.descriptorString();
    return descriptor.startsWith("L")
        ? descriptor.substring(1, descriptor.length() - 1).replace('/', '.')
        : descriptor;
  }

  private static boolean has(AttributedElement element, Class<? extends Annotation> annotation) {
    return element
        .findAttribute(Attributes.runtimeInvisibleAnnotations())
        .filter(all ->
            all.annotations().stream()
                .anyMatch(one -> name(one.classSymbol()).equals(annotation.getName())))
        .isPresent();
  }

  /** The calls of one method, in the order of its code. */
  private final class Calls {
    private final List<Method> calls = new ArrayList<>();
    private final List<Lambda> unused = new ArrayList<>();
    private @Nullable Method executor;

    private record Lambda(String type, Method body) {}

    Calls(MethodModel method) {
      method.code().ifPresent(code -> code.forEach(this::step));
      // Kept, returned, or passed on as another type: somebody may call it here.
      unused.forEach(lambda -> calls.add(lambda.body));
    }

    List<Method> all() {
      return calls;
    }

    private void step(CodeElement element) {
      switch (element) {
        case InvokeDynamicInstruction made -> made(made);
        case InvokeInstruction call -> called(call);
        default -> {}
      }
    }

    private void made(InvokeDynamicInstruction made) {
      made.bootstrapArgs().stream()
          .filter(DirectMethodHandleDesc.class::isInstance)
          .map(DirectMethodHandleDesc.class::cast)
          .filter(body -> name(body.owner()).startsWith(OURS))
          .forEach(body ->
              unused.add(
                  new Lambda(
                      name(made.typeSymbol().returnType()),
                      new Method(name(body.owner()), body.methodName(), body.lookupDescriptor()))));
    }

    private void called(InvokeInstruction call) {
      MethodTypeDesc type = call.typeSymbol();
      Method method =
          new Method(
              name(call.owner().asSymbol()), call.name().stringValue(), type.descriptorString());
      boolean elsewhere = handsOver(method);
      boolean onALoop = isForALoop(method);
      for (ClassDesc parameter : type.parameterList()) {
        Optional<Lambda> given =
            unused.reversed().stream()
                .filter(lambda -> lambda.type.equals(name(parameter)))
                .findFirst();
        given.ifPresent(lambda -> {
          unused.remove(lambda);
          if (onALoop) {
            tasksOfLoops.add(lambda.body);
          }
          if (!elsewhere) {
            calls.add(lambda.body);
          }
        });
      }
      calls.add(method);
      if (name(type.returnType()).endsWith("Executor")
          || name(type.returnType()).endsWith("ExecutorService")) {
        executor = method;
      }
    }

    private static boolean isExecutor(String owner) {
      return owner.startsWith("java.util.concurrent.") && owner.contains("Executor");
    }

    /** A connection gives its executor as {@code loop()}; those of Netty are loops. */
    private boolean isForALoop(Method called) {
      return called.owner.startsWith("io.netty.")
          || (isExecutor(called.owner) && executor != null && executor.name.equals("loop"));
    }

    private boolean handsOver(Method called) {
      String owner = called.owner;
      if (isExecutor(owner)) {
        return !isForALoop(called);
      }
      return (owner.startsWith("java.util.concurrent.") && called.name.endsWith("Async"))
          || owner.startsWith("java.lang.Thread")
          || owner.equals("dev.graspd.server.base.WorkerThread")
          || called.name.equals("onCommit")
          || declared(called).filter(code -> has(code.model, HandsOver.class)).isPresent()
          || (called.name.equals("<init>")
              && classes.containsKey(owner)
              && has(classes.get(owner), HandsOver.class));
    }
  }

  private Optional<Code> declared(Method method) {
    ClassModel owner = classes.get(method.owner);
    if (owner == null) {
      return Optional.empty();
    }
    Optional<MethodModel> own =
        owner.methods().stream()
            .filter(one -> one.methodName().equalsString(method.name))
            .filter(one -> one.methodType().equalsString(method.type))
            .findFirst();
    if (own.isPresent()) {
      Method key = new Method(method.owner, method.name, method.type);
      return Optional.of(methods.getOrDefault(key, new Code(own.get(), List.of())));
    }
    return parents(owner).stream()
        .flatMap(parent -> declared(new Method(parent, method.name, method.type)).stream())
        .findFirst();
  }

  private boolean isBlocking(Method called) {
    return declared(called)
        .filter(code -> !has(code.model, NeverBlocking.class))
        .filter(code ->
            has(code.model, Blocking.class)
                || code.model.parent().filter(type -> has(type, Blocking.class)).isPresent())
        .isPresent();
  }

  /** Returns the methods that event loops call first. */
  SortedSet<Method> entries() {
    SortedSet<Method> entries =
        methods.entrySet().stream()
            .filter(method -> isOfLoops(method.getKey().owner))
            .filter(method -> !method.getKey().name.startsWith("lambda$"))
            .filter(method -> !has(method.getValue().model, OffEventLoop.class))
            .map(Map.Entry::getKey)
            .collect(Collectors.toCollection(TreeSet::new));
    tasksOfLoops.stream().filter(methods::containsKey).forEach(entries::add);
    return entries;
  }

  private boolean isOfLoops(String type) {
    try {
      return has(classes.get(type), OnEventLoop.class)
          || ChannelHandler.class.isAssignableFrom(
              Class.forName(type, false, CallGraph.class.getClassLoader()));
    } catch (ClassNotFoundException e) {
      throw new AssertionError(e);
    }
  }

  /** Returns the ways from the entries to a call that blocks, one for each place that makes it. */
  SortedSet<String> waysToBlockingCalls(SortedSet<Method> entries) {
    SortedSet<String> found = new TreeSet<>();
    Map<Method, Optional<Method>> callers = new TreeMap<>();
    Deque<Method> next = new ArrayDeque<>(entries);
    entries.forEach(entry -> callers.put(entry, Optional.empty()));
    while (!next.isEmpty()) {
      Method caller = next.remove();
      for (Method called : methods.get(caller).calls) {
        if (isBlocking(called)) {
          found.add(way(caller, callers) + " → " + called.shortly());
          continue;
        }
        for (Method target : targets(called)) {
          if (callers.putIfAbsent(target, Optional.of(caller)) == null) {
            next.add(target);
          }
        }
      }
    }
    return found;
  }

  private static String way(Method last, Map<Method, Optional<Method>> callers) {
    Deque<String> way = new ArrayDeque<>();
    Optional<Method> step = Optional.of(last);
    while (step.isPresent()) {
      way.push(step.get().shortly());
      step = callers.get(step.get());
    }
    return String.join(" → ", way);
  }

  /** Returns what a call may run: the declared method and those that override it. */
  private SortedSet<Method> targets(Method called) {
    SortedSet<Method> targets = new TreeSet<>();
    SortedSet<String> types = new TreeSet<>();
    Deque<String> open = new ArrayDeque<>(List.of(called.owner));
    while (!open.isEmpty()) {
      String type = open.remove();
      if (types.add(type)) {
        open.addAll(subtypes.getOrDefault(type, new TreeSet<>()));
      }
    }
    if (!called.owner.startsWith(OURS)) {
      return targets;
    }
    for (String type : types) {
      declared(new Method(type, called.name, called.type)).stream()
          .map(code -> key(code.model))
          .filter(methods::containsKey)
          .filter(method -> !has(methods.get(method).model, OffEventLoop.class))
          .forEach(targets::add);
    }
    return targets;
  }

  private static Method key(MethodModel model) {
    return new Method(
        name(model.parent().orElseThrow().thisClass().asSymbol()),
        model.methodName().stringValue(),
        model.methodType().stringValue());
  }
}
