package org.latentfeature.report.fit;

import java.util.ServiceLoader;
import org.latentfeature.fit.estimator.Estimators;
import org.latentfeature.fit.model.Model;
import org.latentfeature.fit.model.ModelKind;

/**
 * The content that is specific to pages of one kind of model. Found as a service; a kind without
 * one has a page with the content that all models share.
 */
public interface KindPage<M extends Model> {

  /** The kind. */
  ModelKind<M> kind();

  /** Returns whether a path over numbers of features is fitted for a page. */
  default boolean fitsPath() {
    return false;
  }

  /**
   * Returns the kind's content for the page of {@code model}; fits the path, if the page needs it.
   */
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
