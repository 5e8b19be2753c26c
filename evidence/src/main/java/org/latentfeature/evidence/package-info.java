/**
 * Evidence for the engine, apart from it: what the experiments of the papers share, each of which
 * has a package of its own. Nothing of the product uses this module.
 *
 * <p>Internal.
 */
@NullMarked
package org.latentfeature.evidence;

import org.jspecify.annotations.NullMarked;
