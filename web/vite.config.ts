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

/** Each app has its own build: `vite build --mode chat` and `vite build --mode console`. */
const APPS = {
  chat: {
    base: '/',
    pages: ['index'],
    upstream: '^/(api|static|oauth|artifacts|health|svc-portal-navigation.js)',
    // Combines modules into three files, because one request per module would delay the first screen.
    together: [
      { name: 'start', test: /web[\\/]chat[\\/]main\.tsx$|rolldown[\\/]runtime/, priority: 3 },
      { name: 'chat', test: /web[\\/]chat[\\/]app[\\/]chat-screen\.ts$/, priority: 2 },
      { name: 'overlays', test: /web[\\/]ui[\\/]overlays[\\/]overlays\.ts$/, priority: 1 },
    ],
  },
  console: {
    base: '/portal/',
    pages: ['index', 'public-link'],
    upstream: '^/(portal/(api|artifacts/api|p)|api|mcp|b)(/|$)|^/portal/artifacts/[^/]+/(content|download)',
    together: [
      { name: 'contracts', test: /contract\.ts$/ },
      // Without the settings of the organization, which few people open.
      { name: 'kit', test: /^(?!.*web[\\/]console[\\/]administration[\\/])/, minShareCount: 3 },
    ],
  },
} as const

export default defineConfig(({ mode }) => {
  const app = mode === 'console' ? 'console' : 'chat'
  // Separate folder per run: a server may be reading the previous build, and two builds may run at once.
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
      cssCodeSplit: app !== 'chat',
      // The page's content security policy blocks `data:` scripts and fonts.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false, resolveDependencies: neededAtOnce },
      reportCompressedSize: false,
    },
    // The worker loads grammars one by one, which needs ES modules.
    worker: { format: 'es' },
    server: {
      proxy: { [APPS[app].upstream]: process.env['SVC_WEB_PROXY'] ?? 'http://127.0.0.1:3080' },
    },
  }
})

/** Chunks of content that opens on a click. Preloading their dependencies would slow the first screen. */
const OPENED = /-(dialog|palette|panel)-[\w-]+\.js$/

const neededAtOnce = (file: string, needed: string[]): string[] =>
  OPENED.test(file) ? needed.filter((name) => name.endsWith('.css')) : needed

const finish = (output: string, place: string): Plugin => ({
  name: 'finish',
  apply: 'build',
  async closeBundle() {
    await precompress(output)
    await publish(output, place)
  },
})

/** Above this size in bytes, maximum compression takes longer than the rest of the build. */
const HUGE = 1_000_000

/** Writes `.br` and `.gz` files beside text files, so that the server does not compress per request. */
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
