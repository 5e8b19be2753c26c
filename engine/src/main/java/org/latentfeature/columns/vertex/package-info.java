/**
 * The vertices of the cube {0,1}^N nearest a subspace or an affine one (docs/vertex.md): a vertex
 * is determined by its entries in as many independent rows as the subspace has dimensions, so all
 * vertices can be searched (Slawski, Hein &amp; Lutsik 2013).
 *
 * <p>API: {@link VertexOptions}.
 *
 * <p>SPI: {@link LeadingSpan}, {@link RowSet}, {@link SpanMargin}, {@link Vertex}, {@link
 * VertexSearch}, {@link ExactVertices}, {@link IndependentVertices}.
 *
 * <p>What else is public is internal.
 */
@NullMarked
package org.latentfeature.columns.vertex;

import org.jspecify.annotations.NullMarked;
