package org.latentfeature.cli.console;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.latentfeature.lasso.LassoModel;
import org.latentfeature.markov.MarkovModel;
import org.latentfeature.model.Model;
import org.latentfeature.model.ModelKind;
import org.latentfeature.model.WrongKindException;
import picocli.CommandLine;

/** The kinds of model that there are, and the group of commands for each. */
public final class ModelKinds {

  /** The command that leads to the group; nothing where it is lfm itself. */
  private static final Map<ModelKind<? extends Model>, String> GROUPS = new LinkedHashMap<>();

  static {
    GROUPS.put(LassoModel.KIND, "");
    GROUPS.put(MarkovModel.KIND, "markov");
  }

  /** For commands that take any. */
  public static final List<ModelKind<? extends Model>> ALL = List.copyOf(GROUPS.keySet());

  private ModelKinds() {}

  /** What to say of a model that {@code command} cannot use: which one can. */
  static String sentence(WrongKindException wrong, CommandLine command) {
    String what = wrong.file() + " is a model of kind " + wrong.kind();
    CommandLine group = group(wrong.kind(), command);
    if (group == null) {
      return what + ", which this program does not know; use a newer one";
    }
    CommandLine namesake = group.getSubcommands().get(command.getCommandName());
    return namesake != null
        ? "%s; use '%s'".formatted(what, name(namesake))
        : "%s, which '%s' cannot use; '%s --help' lists what can"
            .formatted(what, name(command), name(group));
  }

  private static @Nullable CommandLine group(String kind, CommandLine command) {
    CommandLine lfm = command.getCommandSpec().root().commandLine();
    for (Map.Entry<ModelKind<? extends Model>, String> e : GROUPS.entrySet()) {
      if (e.getKey().name().equals(kind)) {
        return e.getValue().isEmpty() ? lfm : lfm.getSubcommands().get(e.getValue());
      }
    }
    return null;
  }

  private static String name(CommandLine command) {
    return command.getCommandSpec().qualifiedName();
  }
}
