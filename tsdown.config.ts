import { defineConfig } from 'tsdown'

/**
 * The release bundle: what an installed package runs, since Node strips no types below `node_modules`. One file for
 * each way in, with the dependencies inside; what is imported lazily in the source stays a file of its own.
 */
export default defineConfig({
  entry: {
    cli: 'src/cli/main.ts',
    host: 'src/processes/host.ts',
    worker: 'src/processes/worker.ts',
    reader: 'src/core/agent/tools/documents/reader.ts',
    relay: 'src/core/agent/process/relay.ts',
    'inbox-thread': 'src/core/inbox/inbox-thread.ts',
    'reading-thread': 'src/ground/store/sqlite/reading-thread.ts',
    index: 'src/index.ts',
  },
  outDir: 'dist',
  format: 'esm',
  platform: 'node',
  target: 'node24',
  fixedExtension: false,
  deps: { alwaysBundle: [/.*/], onlyBundle: false },
  // A package without an exports map is taken by its modules: a UMD build requires its parts where no bundler sees it.
  inputOptions: { resolve: { mainFields: ['module', 'main'] } },
  dts: false,
  clean: true,
  minify: { compress: false, mangle: false, codegen: { removeWhitespace: true, asciiOnly: true } },
  outputOptions: { hashCharacters: 'hex', chunkFileNames: '[name]-[hash].js' },
})
