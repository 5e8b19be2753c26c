package org.latentfeature.formats;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.latentfeature.data.Dataset;
import org.latentfeature.data.Failures;
import org.latentfeature.data.Matrices;
import org.latentfeature.data.SparseRows;
import org.latentfeature.io.MatrixReader;
import org.latentfeature.io.ReadOptions;
import org.latentfeature.io.TableLayout;

/**
 * Files as scipy and h5py write them, the latter in the layout of AnnData and of MATLAB 7.3. They
 * need a Python with both, which {@code -Dsklearn.required=true} asks for.
 */
@Tag("whole")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FormatsOfOthersTest {

  private static final String PYTHON = "/usr/bin/python3";

  private static final String WRITE =
      """
      import numpy as np, scipy.io, scipy.sparse as sp, h5py, os, sys
      os.chdir(sys.argv[1])
      rng = np.random.default_rng(0)
      X = rng.normal(size=(61, 9)).astype('f4')
      S = sp.random(203, 301, density=.01, random_state=1, format='csc')
      np.save('X.npy', X); np.save('S.npy', S.toarray().astype('f4')); np.save('B.npy', X > 0)
      scipy.io.savemat('plain.mat', {'X': X, 'scalar': 3.0, 'name': 'text'})
      scipy.io.savemat('deflated.mat', {'X': X.astype('f8'), 'Y': X[:5]}, do_compression=True)
      scipy.io.savemat('logical.mat', {'B': X > 0, 'c': {'a': 1}})
      scipy.io.savemat('sparse.mat', {'S': S}, do_compression=True)
      scipy.io.savemat('four.mat', {'X': X}, format='4')
      with h5py.File('chunks.h5', 'w') as f:
          f.create_dataset('g/X', data=X, chunks=(7, 4), compression='gzip', shuffle=True)
          f['one'] = 3
      with h5py.File('types.h5', 'w') as f:
          f['B'] = X > 0; f['u64'] = (X > 0).astype('u8'); f['big'] = X.astype('>f8')
          f['i16'] = (X > 0).astype('i2'); f['half'] = (X > 0).astype('f2')
      def anndata(kind):
          with h5py.File(kind + '.h5ad', 'w') as f:
              f.attrs['encoding-type'] = 'anndata'
              M = X
              if kind == 'dense':
                  f['X'] = X
              else:
                  M = S.asformat(kind)
                  g = f.create_group('X')
                  g.attrs['encoding-type'] = kind + '_matrix'
                  g.attrs['shape'] = np.array(M.shape)
                  g['data'], g['indices'], g['indptr'] = M.data, M.indices, M.indptr
              text = h5py.string_dtype()
              o = f.create_group('obs'); o.attrs['_index'] = 'cell'
              o['cell'] = np.array(['c%d' % i for i in range(M.shape[0])], dtype=text)
              t = o.create_group('type'); t.attrs['encoding-type'] = 'categorical'
              t['categories'] = np.array(['B', 'T'], dtype=text)
              t['codes'] = np.array([i % 3 - 1 for i in range(M.shape[0])], dtype='i1')
              v = f.create_group('var'); v.attrs['_index'] = '_index'
              v['_index'] = np.array(['g%d' % j for j in range(M.shape[1])], dtype=text)
      for kind in ('dense', 'csr', 'csc'):
          anndata(kind)
      with h5py.File('seven.mat', 'w', userblock_size=512) as f:
          f['X'] = X.T
          g = f.create_group('S'); g.attrs['MATLAB_sparse'] = np.uint64(S.shape[0])
          g['data'], g['ir'], g['jc'] = S.data, S.indices.astype('u8'), S.indptr.astype('u8')
      with open('seven.mat', 'r+b') as f:
          f.write(b'MATLAB 7.3 MAT-file'.ljust(124) + b'\\0\\2IM')
      """;

  private Path folder = Path.of("");

  @BeforeAll
  void write(@TempDir Path temporary) throws Exception {
    folder = temporary;
    boolean there =
        Files.isExecutable(Path.of(PYTHON)) && run("import scipy, h5py", temporary) == 0;
    if (!Boolean.getBoolean("sklearn.required")) {
      assumeTrue(there, "no Python with scipy and h5py");
    }
    assertEquals(0, run(WRITE, temporary));
  }

  private static int run(String script, Path folder) throws Exception {
    Path file = Files.writeString(folder.resolve("script.py"), script, StandardCharsets.UTF_8);
    return new ProcessBuilder(PYTHON, file.toString(), folder.toString())
        .inheritIO()
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start()
        .waitFor();
  }

  private float[][] truth(String name) throws IOException {
    return Matrices.toArray(MatrixReader.read(folder.resolve(name)).x());
  }

  private Dataset read(String name, String entry) throws IOException {
    ReadOptions options = ReadOptions.DEFAULT.withSparse(true);
    return MatrixReader.read(
        folder.resolve(name), entry.isEmpty() ? options : options.withEntry(entry));
  }

  private void assertIs(String truth, String name, String entry) throws IOException {
    assertArrayEquals(truth(truth), Matrices.toArray(read(name, entry).x()), name);
  }

  private void assertIsSparse(String name, String entry) throws IOException {
    SparseRows rows = assertInstanceOf(SparseRows.class, read(name, entry).rows(), name);
    assertArrayEquals(truth("S.npy"), Matrices.toArray(rows.toDense()), name);
  }

  @Test
  void matlab() throws IOException {
    assertIs("X.npy", "plain.mat", "");
    assertIs("X.npy", "deflated.mat", "X");
    assertIs("B.npy", "logical.mat", "");
    assertIsSparse("sparse.mat", "");
    assertIs("X.npy", "seven.mat", "X");
    assertIsSparse("seven.mat", "S");
    Failures.assertSays(() -> read("deflated.mat", ""), "name one of: X, Y");
    Failures.assertSays(() -> read("four.mat", ""), "not a MATLAB file of version 5", "-v7");
  }

  @Test
  void hdf5() throws IOException {
    assertIs("X.npy", "chunks.h5", "");
    assertIs("B.npy", "types.h5", "B");
    assertIs("B.npy", "types.h5", "u64");
    assertIs("B.npy", "types.h5", "i16");
    assertIs("X.npy", "types.h5", "big");
  }

  @Test
  void annData() throws IOException {
    assertIs("X.npy", "dense.h5ad", "");
    assertIsSparse("csr.h5ad", "");
    assertIsSparse("csc.h5ad", "");
    TableLayout layout = TableLayout.DETECTED.withColumns(null, List.of("type"), List.of());
    Dataset data =
        MatrixReader.read(folder.resolve("dense.h5ad"), ReadOptions.DEFAULT.withLayout(layout));
    assertEquals("c60", data.labels().getOrDefault("cell", List.of()).get(60));
    assertEquals(
        List.of("", "B", "T"), data.labels().getOrDefault("type", List.of()).subList(0, 3));
    List<String> names = data.columnNames();
    assertEquals("g8", names == null ? "" : names.get(8));
  }
}
