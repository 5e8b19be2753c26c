package org.latentfeature.report.fit;

import java.util.ServiceLoader;
import org.latentfeature.estimator.Estimators;
import org.latentfeature.model.Model;
import org.latentfeature.model.ModelKind;

/**
 * What is peculiar to the pages of one kind of model. Found as a service; a kind that brings none
 * has a page of what any model tells.
 */
public interface KindPage<M extends Model> {

  /** The kind. */
  ModelKind<M> kind();

  /** Whether a path over numbers of features is fitted for a page. */
  default boolean fitsPath() {
    return false;
  }

  /** What the page of {@code model} says in its kind's own ways; fits the path, if asked for. */
  ReportedKind of(M model, PathRequest path);

  /** That of the kind of {@code model}. */
  @SuppressWarnings("unchecked") // The kind's name says so.
  static <M extends Model> KindPage<M> of(M model) {
    for (KindPage<?> page : ServiceLoader.load(KindPage.class, KindPage.class.getClassLoader())) {
      if (page.kind().name().equals(model.manifest().kind())) {
        return (KindPage<M>) page;
      }
    }
    return new GeneralPage<>(Estimators.of(model).kind());
  }
}
