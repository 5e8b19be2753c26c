package org.latentfeature.cli;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.ServiceLoader;
import java.util.function.Predicate;
import org.latentfeature.cli.admixture.AdmixtureCommand;
import org.latentfeature.cli.help.GroupedHelp;
import org.latentfeature.cli.ibp.IbpCommand;
import org.latentfeature.cli.lasso.FitCommand;
import org.latentfeature.cli.lasso.IdentifiableCommand;
import org.latentfeature.cli.lasso.LookCommand;
import org.latentfeature.cli.lasso.PathCommand;
import org.latentfeature.cli.many.FitManyCommand;
import org.latentfeature.cli.markov.MarkovCommand;
import org.latentfeature.cli.model.ExportCommand;
import org.latentfeature.cli.model.ImputeCommand;
import org.latentfeature.cli.model.InfoCommand;
import org.latentfeature.cli.model.NameCommand;
import org.latentfeature.cli.model.PlotCommand;
import org.latentfeature.cli.model.ReconstructCommand;
import org.latentfeature.cli.model.ReportCommand;
import org.latentfeature.cli.model.ScoreCommand;
import org.latentfeature.cli.model.TransformCommand;
import org.latentfeature.cli.model.UpdateCommand;
import org.latentfeature.cli.picture.AddNoiseCommand;
import org.latentfeature.cli.picture.DenoiseCommand;
import org.latentfeature.cli.spectral.SpectralCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;

/** The commands of {@code lfm}, in the order of its help. */
final class Commands {

  private static final List<Class<?>> ALL =
      List.of(
          DemoCommand.class,
          GenerateCommand.class,
          LookCommand.class,
          FitCommand.class,
          FitManyCommand.class,
          PathCommand.class,
          TransformCommand.class,
          ReconstructCommand.class,
          ImputeCommand.class,
          ScoreCommand.class,
          InfoCommand.class,
          NameCommand.class,
          UpdateCommand.class,
          ExportCommand.class,
          PlotCommand.class,
          ReportCommand.class,
          MarkovCommand.class,
          SpectralCommand.class,
          IbpCommand.class,
          AdmixtureCommand.class,
          DenoiseCommand.class,
          AddNoiseCommand.class,
          IdentifiableCommand.class,
          ElsewhereCommand.Reproduce.class,
          BackendsCommand.class,
          ServeCommand.class,
          ElsewhereCommand.Bench.class,
          CompletionCommand.class);

  private Commands() {}

  /**
   * Adds all of them: those that may be called with their options, the others with no more than the
   * list of commands says of them. Finding the options of all by reflection would be most of a
   * start.
   */
  static CommandLine addTo(CommandLine lfm, Predicate<String> mayBeCalled) {
    for (Class<?> each : ALL) {
      Command help = requireNonNull(each.getAnnotation(Command.class));
      lfm.addSubcommand(
          mayBeCalled.test(help.name())
              ? new CommandLine(called(each, help.name()))
              : new CommandLine(listed(help)));
    }
    return lfm.setHelpFactory(GroupedHelp::new).setUsageHelpWidth(GroupedHelp.WIDTH);
  }

  /** The class of a command that may be called, from another jar if one provides it. */
  private static Class<?> called(Class<?> known, String name) {
    if (known != ElsewhereCommand.Reproduce.class) {
      return known;
    }
    return ServiceLoader.load(CommandProvider.class, Commands.class.getClassLoader()).stream()
        .map(ServiceLoader.Provider::get)
        .filter(provider -> provider.name().equals(name))
        .findFirst()
        .<Class<?>>map(CommandProvider::command)
        .orElse(known);
  }

  private static CommandSpec listed(Command help) {
    CommandSpec command = CommandSpec.create().name(help.name());
    command.usageMessage().description(help.description());
    return command;
  }
}
