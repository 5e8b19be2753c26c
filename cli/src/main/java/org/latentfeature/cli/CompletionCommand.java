package org.latentfeature.cli;

import java.util.concurrent.Callable;
import org.latentfeature.cli.console.Answer;
import org.latentfeature.cli.console.Reporting;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code lfm completion}: what a shell needs to complete commands and options. */
@Command(
    name = "completion",
    description = {
      "Print a script that completes commands and options in bash or zsh.",
      "In bash: source <(lfm completion). In zsh run 'autoload -U +X bashcompinit && bashcompinit'"
          + " first. To keep it, add the line to ~/.bashrc or ~/.zshrc."
    },
    footer = {"", "Example:", "  lfm completion > lfm.bash && source lfm.bash"})
final class CompletionCommand implements Callable<Integer> {

  @Mixin Reporting reporting = new Reporting();

  @Override
  public Integer call() {
    String script = AutoComplete.bash("lfm", Lfm.line());
    if (reporting.json) {
      reporting.answer(new Answer().with("script", script));
    } else {
      reporting.print(script.stripTrailing());
    }
    return 0;
  }
}
