import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { contracts } from './contracts.ts'
import { publish } from './publish.ts'

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Each app is built by itself: `vite build --mode chat` and `vite build --mode console`. */
const APPS = {
  chat: {
    base: '/',
    pages: ['index'],
    upstream: '^/(api|static|oauth|artifacts|health|svc-portal-navigation.js)',
    // Small parts of the first screen: each file of its own would be a request with a head, and is compressed worse.
    together: [
      { name: 'contracts', test: /contract\.ts$/ },
      { name: 'icons', test: /lucide-react/ },
      { name: 'query', test: /@tanstack[\\/](?:react-)?query/ },
      { name: 'kit', test: /web[\\/]ui[\\/][^\\/]+\.tsx?$/, minShareCount: 8 },
    ],
  },
  console: {
    base: '/portal/',
    pages: ['index', 'public-link'],
    upstream: '^/(portal/(api|artifacts/api|p)|api|mcp|b)(/|$)|^/portal/artifacts/[^/]+/(content|download)',
    // Code of four pages and more is one file: separately each part would be a request of its own. The
    // addresses of all routes are two kilobytes.
    together: [
      { name: 'contracts', test: /contract\.ts$/ },
      { name: 'kit', minShareCount: 3 },
    ],
  },
} as const

export default defineConfig(({ mode }) => {
  const app = mode === 'console' ? 'console' : 'chat'
  // Its own folder for each run: a server may be reading the build before, and two builds may run at once.
  const output = folder(`./dist/.${app}-${process.pid}`)
  return {
    root: folder(`./${app}`),
    base: APPS[app].base,
    resolve: {
      alias: {
        'get-east-asian-width': folder('./ui/markdown/east-asian-width.ts'),
        entities: folder('./ui/markdown/entities.ts'),
        'punycode.js': folder('./ui/markdown/punycode.ts'),
        'react-style-singleton': folder('./ui/overlays/scroll-lock-style.ts'),
      },
    },
    plugins: [contracts(), react(), tailwindcss(), finish(output, folder(`./dist/${app}`))],
    build: {
      outDir: output,
      rolldownOptions: {
        input: APPS[app].pages.map((page) => folder(`./${app}/${page}.html`)),
        output: { codeSplitting: { groups: [...APPS[app].together] } },
      },
      emptyOutDir: true,
      // The page's policy allows no `data:` scripts or fonts, so nothing is inlined.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false, resolveDependencies: neededAtOnce },
      reportCompressedSize: false,
    },
    // Grammars are fetched by the worker, one by one.
    worker: { format: 'es' },
    server: {
      proxy: { [APPS[app].upstream]: process.env['SVC_WEB_PROXY'] ?? 'http://127.0.0.1:3080' },
    },
  }
})

/**
 * Parts opened by a click: preloading all of their dependencies would burden the first screen, and costs more
 * there than it saves.
 */
const OPENED = /-(dialog|palette|panel)-[\w-]+\.js$/

const neededAtOnce = (file: string, needed: string[]): string[] =>
  OPENED.test(file) ? needed.filter((name) => name.endsWith('.css')) : needed

/** Compress the build, then put it in the place of the one before. */
const finish = (output: string, place: string): Plugin => ({
  name: 'finish',
  apply: 'build',
  async closeBundle() {
    await precompress(output)
    await publish(output, place)
  },
})

/** Bytes from which the last percents of compression take longer than all the rest of a build. */
const HUGE = 1_000_000

/** Write `.br` and `.gz` beside each text file, so that the server never compresses at request time. */
async function precompress(output: string): Promise<void> {
  const brotli = promisify(brotliCompress)
  const gz = promisify(gzip)
  const entries = await readdir(output, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && /\.(js|css|html|svg|json)$/.test(entry.name))
  await Promise.all(
    files.map(async (file) => {
      const path = join(file.parentPath, file.name)
      const content = await readFile(path)
      if (content.length < 512) return
      await writeFile(
        `${path}.br`,
        await brotli(content, {
          params: { [constants.BROTLI_PARAM_QUALITY]: content.length > HUGE ? 9 : 11 },
        }),
      )
      await writeFile(`${path}.gz`, await gz(content, { level: 9 }))
    }),
  )
}
