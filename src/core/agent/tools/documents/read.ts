import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { extname, join } from 'node:path'
import { PACKAGE_FOLDER } from '#ground/base/package-folder.ts'
import { FORMAT_NAMES, MAX_DOCUMENT, MAX_TEXT, type DocumentFormat, type DocumentText } from './format.ts'

export class UnreadableDocument extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UnreadableDocument'
  }
}

/** In a release bundle, all files are in one folder and have another extension than in a checkout. */
const READER = join(import.meta.dirname, `reader${extname(import.meta.filename)}`)

const TIME_LIMIT_MS = 20_000
const HEAP_MIB = 384
/** Limits the whole memory in KiB, because parsers also allocate outside the heap. */
const MEMORY_KIB = 768 * 1024

const atMostTwo = limitConcurrency(2)

/**
 * Reads the document in a separate process without secrets, with limited time and memory.
 * @throws UnreadableDocument
 */
export async function readDocument(
  format: DocumentFormat,
  content: Uint8Array,
  { signal, baseUrl }: { signal: AbortSignal; baseUrl?: string },
): Promise<DocumentText> {
  if (content.byteLength > MAX_DOCUMENT)
    throw new UnreadableDocument(`It is too large (${content.byteLength} bytes, at most ${MAX_DOCUMENT}).`)
  const answer = await atMostTwo(signal, () => runReader([format, baseUrl ?? ''], content, signal))
  const { error, title, text, isBlank } = answer
  if (error !== undefined) throw new UnreadableDocument(problem(format, error))
  return { title: title ?? null, text: text ?? '', ...(isBlank && { isBlank }) }
}

const problem = (format: DocumentFormat, error: string): string => {
  if (format === 'json') return `It is not valid JSON (${error.replace(/\s+/g, ' ').slice(0, 200)}).`
  return `It is damaged, protected by a password, or not ${FORMAT_NAMES[format]}.`
}

type Answer = Partial<DocumentText> & { error?: string }

async function runReader(args: readonly string[], content: Uint8Array, signal: AbortSignal): Promise<Answer> {
  const child = spawn('/bin/sh', ['-c', LIMITED, process.execPath, ...readerOptions(), READER, ...args], {
    env: {},
    cwd: '/',
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: TIME_LIMIT_MS,
    killSignal: 'SIGKILL',
    signal,
  })
  child.stdin.on('error', () => {}) // the reader may exit before it has read everything
  child.stdin.end(content)
  const out: Buffer[] = []
  let size = 0
  child.stdout.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size > 8 * MAX_TEXT) child.kill('SIGKILL')
    else out.push(chunk)
  })
  const ended = Promise.withResolvers<string | null>()
  child.once('error', ended.reject)
  child.once('close', (_code, killedBy) => ended.resolve(killedBy))
  const killedBy = await ended.promise
  signal.throwIfAborted()
  if (killedBy === 'SIGKILL')
    throw new UnreadableDocument(`Reading it took longer than ${TIME_LIMIT_MS / 1000} s.`)
  try {
    return JSON.parse(Buffer.concat(out).toString('utf8')) as Answer
  } catch {
    throw new UnreadableDocument('Reading it needs more memory than a document may take.')
  }
}

/** `$0` is Node. On systems without `ulimit -d`, only the heap limit applies. */
const LIMITED = `ulimit -d ${MEMORY_KIB} 2>/dev/null; exec "$0" "$@"`

/** Node options that allow the reader to read only the program's code and to start no programs. */
export const readerOptions = (): string[] => [
  `--max-old-space-size=${HEAP_MIB}`,
  '--no-warnings',
  '--permission',
  ...codeFolders().map((folder) => `--allow-fs-read=${folder}`),
]

const codeFolders = (): string[] =>
  ['src', 'dist', 'node_modules', 'package.json'].map((name) => join(PACKAGE_FOLDER, name)).filter(existsSync)

function limitConcurrency(limit: number) {
  let running = 0
  const waiting: (() => void)[] = []
  return async <T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> => {
    while (running >= limit) {
      const turn = Promise.withResolvers<void>()
      waiting.push(turn.resolve)
      await turn.promise
      if (signal.aborted) waiting.shift()?.()
      signal.throwIfAborted()
    }
    running++
    try {
      return await work()
    } finally {
      running--
      waiting.shift()?.()
    }
  }
}
