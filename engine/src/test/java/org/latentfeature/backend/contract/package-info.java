/** What every backend must do: one suite per capability, run by each backend's module. */
@NullMarked
package org.latentfeature.backend.contract;

import org.jspecify.annotations.NullMarked;
