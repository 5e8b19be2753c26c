package org.latentfeature.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.sun.source.doctree.DocCommentTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ModifiersTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The Javadoc of open types tells of every parameter: by a line of its own, or in its sentences,
 * which often say all. The compiler checks the rest of it.
 */
class JavadocTest {

  /** Those whose sources are read. */
  private static final List<String> MODULES =
      List.of(
          "engine",
          "cpu-fallback",
          "kernels",
          "formats",
          "reports",
          "cli",
          "evidence",
          "bench",
          "parquet",
          "spark");

  @Test
  void everyParameterIsToldOf() throws IOException {
    List<File> open = new ArrayList<>();
    for (ApiTest.Room p : ApiTest.packages("engine")) {
      Set<String> types = new TreeSet<>(p.api());
      types.addAll(p.spi());
      types.forEach(type -> open.add(p.folder().resolve(type + ".java").toFile()));
    }
    assertEquals(List.of(), untold(open));
  }

  /** A tag within a line is text to Javadoc: what it says would stand in another's sentence. */
  @Test
  void everyTagBeginsALine() throws IOException {
    Pattern within = Pattern.compile("(?m)^ *\\*.*\\w[^\\w\\n]* @(?:throws|param|return)\\b.*$");
    List<String> found = new ArrayList<>();
    for (String module :
        List.of("engine", "cpu-fallback", "kernels", "formats", "reports", "cli", "evidence")) {
      try (Stream<Path> files = Files.walk(Path.of("..", module, "src/main/java"))) {
        for (Path file : files.filter(f -> f.toString().endsWith(".java")).toList()) {
          within
              .matcher(Files.readString(file))
              .results()
              .forEach(line -> found.add(file.getFileName() + ": " + line.group().strip()));
        }
      }
    }
    assertEquals(List.of(), found);
  }

  /** Listeners, requests and reports have the field's names, wherever they are. */
  @Test
  void whatTheFieldHasAWordForIsCalledByIt() throws IOException {
    Pattern notCode = Pattern.compile("//.*|/\\*(?s:.*?)\\*/|\"(?:\\\\.|[^\"\\\\\n])*\"");
    Pattern word =
        Pattern.compile("\\b(?:heard|hears|told|tells?[A-Z]\\w*|tell|asked|Heard\\w*)\\b");
    List<String> found = new ArrayList<>();
    for (String module : MODULES) {
      try (Stream<Path> files = Files.walk(Path.of("..", module, "src/main/java"))) {
        for (Path file : files.filter(f -> f.toString().endsWith(".java")).toList()) {
          word.matcher(notCode.matcher(Files.readString(file)).replaceAll(""))
              .results()
              .forEach(name -> found.add(file.getFileName() + ": " + name.group()));
        }
      }
    }
    assertEquals(List.of(), found);
  }

  /** A fragment such as "Of a row." is only understood beside the member above it. */
  @Test
  void everyCommentBeginsWithASentence() throws IOException {
    Pattern fragment =
        Pattern.compile(
            "/\\*\\*(?: |\\s*\\n *\\* )((?:Of|Less|Whose|Those|The same|With|What|Whether)\\b.*)");
    List<String> found = new ArrayList<>();
    for (String module : MODULES) {
      try (Stream<Path> files = Files.walk(Path.of("..", module, "src/main/java"))) {
        for (Path file : files.filter(f -> f.toString().endsWith(".java")).toList()) {
          fragment
              .matcher(Files.readString(file))
              .results()
              .forEach(comment -> found.add(file.getFileName() + ": " + comment.group(1)));
        }
      }
    }
    assertEquals(List.of(), found);
  }

  @Test
  void whatIsNotToldOfIsNamed(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("Rows.java");
    Files.writeString(
        file,
        """
        /** Some. */
        public class Rows {
          public int all() { return 0; }
          /** Those before {@code end}, as {@link #all}. */
          public int some(int end, int step) { return 0; }
          /** Nobody's. */
          int hidden(int end) { return 0; }
          /**
           * Pairs.
           *
           * @param first one of each
           */
          public record Pair(int first, int second) {
            /** Checks them. */
            public Pair {}
          }
          @Override
          public boolean equals(Object other) { return this == other; }
          /** Asked. */
          public interface Question { int of(int row); }
        }
        """);
    assertEquals(
        List.of(
            "Rows.all has no comment",
            "Rows.some: nothing about step",
            "Pair: nothing about second",
            "Question.of has no comment"),
        untold(List.of(file.toFile())));
  }

  private static List<String> untold(List<File> sources) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      JavacTask task =
          (JavacTask)
              compiler.getTask(
                  null, files, null, null, null, files.getJavaFileObjectsFromFiles(sources));
      Untold untold = new Untold(DocTrees.instance(task));
      for (CompilationUnitTree unit : task.parse()) {
        untold.scan(unit, null);
      }
      return untold.found;
    }
  }

  /** Looks at every public type and method, and into no other. */
  private static final class Untold extends TreePathScanner<Void, Void> {

    final List<String> found = new ArrayList<>();
    private final DocTrees comments;

    Untold(DocTrees comments) {
      this.comments = comments;
    }

    @Override
    public @Nullable Void visitClass(ClassTree type, @Nullable Void nothing) {
      if (!isOpen(type.getModifiers())) {
        return null;
      }
      String name = type.getSimpleName().toString();
      String comment = comment(getCurrentPath());
      if (comment.isEmpty()) {
        found.add(name + " has no comment");
      } else if (type.getKind() == Tree.Kind.RECORD) {
        for (Tree member : type.getMembers()) {
          if (member instanceof VariableTree field
              && !field.getModifiers().getFlags().contains(Modifier.STATIC)) {
            require(name, comment, field);
          }
        }
      }
      return super.visitClass(type, null);
    }

    @Override
    public @Nullable Void visitMethod(MethodTree method, @Nullable Void nothing) {
      ClassTree type = (ClassTree) getCurrentPath().getParentPath().getLeaf();
      boolean isConstructor = method.getReturnType() == null;
      boolean isTold =
          method.getModifiers().getAnnotations().stream()
                  .anyMatch(a -> a.getAnnotationType().toString().equals("Override"))
              || (isConstructor && type.getKind() == Tree.Kind.RECORD);
      if (!isOpen(method.getModifiers()) || isTold) {
        return null;
      }
      String name = type.getSimpleName() + (isConstructor ? "" : "." + method.getName());
      String comment = comment(getCurrentPath());
      if (comment.isEmpty()) {
        found.add(name + " has no comment");
      } else if (method.getParameters().size() > 1
          && !comment.matches("(?s)\\W*(The same|@?link #).*")) {
        method.getParameters().forEach(parameter -> require(name, comment, parameter));
      }
      return null;
    }

    private void require(String name, String comment, VariableTree parameter) {
      String word = Pattern.quote(parameter.getName().toString());
      boolean isShape =
          parameter.getName().toString().matches("rows|cols") && comment.contains("×");
      if (!isShape
          && !comment.matches("(?is).*\\b" + word + "\\b.*")
          && !parameter.getType().toString().matches("(?i).*" + word + ".*")) {
        found.add(name + ": nothing about " + parameter.getName());
      }
    }

    private boolean isOpen(ModifiersTree modifiers) {
      Set<Modifier> flags = modifiers.getFlags();
      Tree around = getCurrentPath().getParentPath().getLeaf();
      boolean inInterface =
          around.getKind() == Tree.Kind.INTERFACE && !flags.contains(Modifier.PRIVATE);
      return inInterface || flags.contains(Modifier.PUBLIC) || flags.contains(Modifier.PROTECTED);
    }

    private String comment(TreePath path) {
      DocCommentTree comment = comments.getDocCommentTree(path);
      return comment == null ? "" : comment.toString();
    }
  }
}
